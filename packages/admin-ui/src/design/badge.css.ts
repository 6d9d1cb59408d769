import { style, styleVariants } from '@vanilla-extract/css';
import { font, radius, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(1),
  padding: `${space(0.5)} ${space(2)} ${space(0.5)} ${space(1.5)}`,
  borderRadius: radius.pill,
  // In a heading too.
  fontFamily: font.sans,
  fontSize: text.xs,
  fontWeight: 600,
  lineHeight: 1.5,
  whiteSpace: 'nowrap',
  flex: 'none',
});

export const badge = styleVariants({
  neutral: [base, { background: color.sunken, color: color.inkSoft }],
  today: [base, { background: color.accentSoft, color: color.accentInk }],
  info: [base, { background: color.linkSoft, color: color.link }],
  good: [base, { background: color.goodSoft, color: color.good }],
  warn: [base, { background: color.warnSoft, color: color.warn }],
  bad: [base, { background: color.badSoft, color: color.bad }],
});
