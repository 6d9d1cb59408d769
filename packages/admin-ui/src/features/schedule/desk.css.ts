import { style, styleVariants } from '@vanilla-extract/css';
import { font, motion, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  marginBottom: space(2),
});
export const title = style({ fontWeight: 600, fontVariantNumeric: 'tabular-nums' });

const columns = 'repeat(7, minmax(0, 1fr))';
const weekdaysBase = style({
  gridTemplateColumns: columns,
  gap: 2,
  color: color.inkFaint,
  fontSize: text.xs,
  textAlign: 'center',
});
export const weekdays = styleVariants({
  week: [weekdaysBase, { display: 'none' }],
  month: [weekdaysBase, { display: 'grid' }],
});
const gridBase = style({ display: 'grid', gap: 2 });
export const grid = styleVariants({
  /** A list on phones: seven columns have no room for words. */
  week: [gridBase, { '@media': { [screen.medium]: { gridTemplateColumns: columns } } }],
  month: [gridBase, { gridTemplateColumns: columns }],
});
export const day = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space(1),
  minWidth: 0,
  minHeight: space(12),
  padding: space(1),
  borderRadius: radius.inner,
  background: color.sunken,
  selectors: {
    [`${grid.week} > &`]: { flexDirection: 'row', alignItems: 'center', padding: space(2), gap: space(3) },
  },
  '@media': {
    [screen.medium]: {
      minHeight: space(20),
      padding: space(2),
      selectors: { [`${grid.week} > &`]: { flexDirection: 'column', alignItems: 'stretch', gap: space(1) } },
    },
  },
});
export const outside = style({ opacity: 0.55 });
export const target = style({ outline: `2px solid ${color.accent}`, outlineOffset: -2 });
export const number = style({
  color: color.inkSoft,
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
  selectors: { [`${grid.week} &`]: { minWidth: '4rem', fontWeight: 600 } },
});
export const today = style([number, { color: color.accentInk, fontWeight: 700 }]);
export const weekday = style({
  color: color.inkFaint,
  fontWeight: 400,
  selectors: { [`${grid.month} &`]: { display: 'none' } },
});
const label = style({
  display: 'block',
  minWidth: 0,
  padding: `${space(1)} ${space(1.5)}`,
  border: 0,
  borderRadius: radius.inner,
  font: 'inherit',
  textAlign: 'left',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  selectors: {
    // Seven columns on a phone have no room for words, so each is shown as a mark.
    [`${grid.month} &`]: { minHeight: space(6), padding: 0, fontSize: 0, textAlign: 'center' },
    [`${grid.month} &::before`]: { content: '"●"', fontSize: text.xs, lineHeight: space(6) },
  },
  '@media': {
    [screen.medium]: {
      selectors: {
        [`${grid.month} &`]: { padding: `2px ${space(1.5)}`, fontSize: text.sm, textAlign: 'left' },
        [`${grid.month} &::before`]: { content: 'none' },
      },
    },
  },
});
export const word = style([
  label,
  {
    background: color.linkSoft,
    color: color.ink,
    fontFamily: font.serif,
    cursor: 'grab',
    transition: `background ${motion.quick}`,
    selectors: {
      '&:hover': { background: color.accentSoft },
      '&[aria-pressed="true"]': { background: color.accent, color: color.onAccent },
    },
  },
]);
export const sent = style([label, { color: color.inkSoft, fontFamily: font.serif }]);
export const failed = style([
  sent,
  { color: color.bad, selectors: { [`${grid.month} &::before`]: { content: '"✕"' } } },
]);
export const gap = style([
  label,
  {
    border: `1px dashed ${color.lineStrong}`,
    background: 'transparent',
    color: color.warn,
    cursor: 'pointer',
    selectors: {
      '&:hover': { background: color.warnSoft },
      [`${grid.month} &::before`]: { content: '"+"' },
    },
  },
]);
export const skipped = style([
  label,
  {
    color: color.inkFaint,
    fontSize: text.sm,
    selectors: { [`${grid.month} &::before`]: { content: '"–"' } },
  },
]);
export const status = style({
  color: color.inkSoft,
  fontSize: text.sm,
  selectors: { '&:not(:empty)': { marginTop: space(2) } },
});
