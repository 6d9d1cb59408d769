import { style, styleVariants } from '@vanilla-extract/css';
import { font, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const frame = style({
  padding: `${space(3)} ${space(4)} 0`,
  '@media': { [screen.medium]: { padding: `${space(3)} ${space(6)} 0` } },
});
export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  marginBottom: space(2),
});
export const month = style({ fontSize: text.sm, fontWeight: 600 });
export const table = style({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 2,
});
export const weekday = style({
  padding: 0,
  color: color.inkFaint,
  fontSize: text.xs,
  fontWeight: 500,
  lineHeight: 2,
});

const cell = style({
  height: space(11),
  padding: space(1),
  verticalAlign: 'top',
  borderRadius: radius.inner,
  background: color.paper,
  overflow: 'hidden',
});
export const day = styleVariants({
  empty: [cell, { background: 'transparent' }],
  plain: [cell],
  today: [cell, { boxShadow: `inset 0 0 0 2px ${color.accent}` }],
});
export const filled = styleVariants({
  sent: { background: color.goodSoft },
  waiting: { background: color.linkSoft },
  failed: { background: color.badSoft },
});
export const number = style({
  display: 'block',
  color: color.inkFaint,
  fontSize: '0.6875rem',
  lineHeight: 1.3,
});
export const filledNumber = style({ color: color.inkSoft });
export const word = style({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontFamily: font.serif,
  fontSize: '0.8125rem',
  lineHeight: 1.35,
});
