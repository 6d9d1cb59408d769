import { style } from '@vanilla-extract/css';
import { input as field } from '../design/field.css.ts';
import { radius, space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;

export const input = style([field, { fontSize: text.lg, minHeight: space(12) }]);
/** Keeps its height, so that the dialog does not jump while typing. */
export const list = style({
  height: 'min(50vh, 24rem)',
  marginTop: space(3),
  overflowY: 'auto',
  scrollPadding: space(2),
});
export const group = style({
  padding: `${space(3)} ${space(3)} ${space(1)}`,
  color: color.inkFaint,
  fontSize: text.xs,
  fontWeight: 550,
});
export const option = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  minHeight: space(10),
  padding: `${space(1)} ${space(3)}`,
  borderRadius: radius.inner,
  cursor: 'pointer',
  selectors: {
    '&:hover': { background: color.sunken },
    '&[aria-selected="true"]': { background: color.accentSoft, color: color.accentInk },
  },
});
export const icon = style({ flex: 'none', color: color.inkFaint });
export const label = style({
  flex: '0 1 auto',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontWeight: 550,
});
export const note = style({
  flex: '1 1 0',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: color.inkSoft,
  fontSize: text.sm,
});
export const none = style({
  color: color.inkSoft,
  fontSize: text.sm,
  selectors: { '&:empty': { display: 'none' } },
});

export const setting = style({ display: 'flex', alignItems: 'baseline', gap: space(3), fontWeight: 550 });
export const settingNote = style({
  display: 'block',
  color: color.inkSoft,
  fontSize: text.sm,
  fontWeight: 400,
});
export const keys = style({ marginTop: space(5), borderTop: `1px solid ${color.line}` });
export const keyRow = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(4),
  padding: `${space(2)} 0`,
  borderBottom: `1px solid ${color.line}`,
});
export const does = style({ fontSize: text.sm });
export const combination = style({ display: 'flex', gap: space(1), flex: 'none' });
export const key = style({
  minWidth: space(7),
  padding: `0 ${space(1.5)}`,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.inner,
  background: color.sunken,
  fontSize: text.xs,
  lineHeight: 1.8,
  textAlign: 'center',
});
