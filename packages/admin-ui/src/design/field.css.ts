import { style } from '@vanilla-extract/css';
import { motion, radius, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;

export const field = style({ display: 'grid', gap: space(1), alignContent: 'start', minWidth: 0 });
export const label = style({ fontSize: text.sm, fontWeight: 550, color: color.ink });
export const optional = style({ fontWeight: 400, color: color.inkFaint });
export const hint = style({ fontSize: text.sm, color: color.inkSoft });
export const error = style({
  display: 'flex',
  gap: space(1),
  alignItems: 'flex-start',
  fontSize: text.sm,
  color: color.bad,
});
export const errorIcon = style({ flex: 'none', marginTop: '0.15em' });

export const input = style({
  width: '100%',
  minHeight: space(10),
  padding: `${space(2)} ${space(3)}`,
  background: color.surface,
  // 16 px keeps phones from zooming into the field.
  fontSize: '1rem',
  lineHeight: 1.4,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.inner,
  transition: `border-color ${motion.quick}, box-shadow ${motion.quick}`,
  // Of a placeholder or a choice that is longer than the field.
  textOverflow: 'ellipsis',
  '::placeholder': { color: color.inkFaint, opacity: 1 },
  selectors: {
    '&:focus-visible': { outlineOffset: '-1px', borderColor: color.link },
    '&[aria-invalid="true"]': { borderColor: color.bad, boxShadow: `inset 0 0 0 1px ${color.bad}` },
    '&:disabled': { background: color.sunken, color: color.inkSoft },
  },
});
export const textArea = style([input, { resize: 'vertical', minHeight: space(20), lineHeight: 1.55 }]);

export const selectBox = style({ position: 'relative' });
export const select = style([input, { appearance: 'none', paddingRight: space(9), cursor: 'pointer' }]);
export const selectArrow = style({
  position: 'absolute',
  right: space(3),
  top: '50%',
  transform: 'translateY(-50%)',
  pointerEvents: 'none',
  color: color.inkSoft,
});

export const searchBox = style({ position: 'relative', display: 'grid' });
export const searchInput = style([
  input,
  {
    paddingLeft: space(10),
    paddingRight: space(10),
    '::-webkit-search-cancel-button': { display: 'none' },
  },
]);
export const searchIcon = style({
  position: 'absolute',
  left: space(3),
  top: '50%',
  transform: 'translateY(-50%)',
  pointerEvents: 'none',
  color: color.inkFaint,
});
export const searchClear = style({
  position: 'absolute',
  right: space(1),
  top: '50%',
  transform: 'translateY(-50%)',
});

export const password = style({ position: 'relative' });
export const passwordInput = style({ paddingRight: space(12) });
export const reveal = style({
  position: 'absolute',
  right: space(1),
  top: '50%',
  transform: 'translateY(-50%)',
});
