import { style, styleVariants } from '@vanilla-extract/css';
import { radius, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;

const base = style({
  display: 'flex',
  gap: space(3),
  padding: `${space(3)} ${space(4)}`,
  borderRadius: radius.outer,
  fontSize: text.sm,
});
export const alert = styleVariants({
  info: [base, { background: color.linkSoft, color: color.ink }],
  good: [base, { background: color.goodSoft, color: color.ink }],
  warn: [base, { background: color.warnSoft, color: color.ink }],
  bad: [base, { background: color.badSoft, color: color.ink }],
});
const iconBase = style({ flex: 'none', marginTop: 1 });
export const icon = styleVariants({
  info: [iconBase, { color: color.link }],
  good: [iconBase, { color: color.good }],
  warn: [iconBase, { color: color.warn }],
  bad: [iconBase, { color: color.bad }],
});
export const body = style({ display: 'grid', gap: space(1), minWidth: 0, overflowWrap: 'anywhere' });
export const title = style({ fontWeight: 600 });
