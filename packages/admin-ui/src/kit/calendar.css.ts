import { createVar, fallbackVar, style, styleVariants } from '@vanilla-extract/css';
import { font, motion, radius, text as size, space } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;

// Container queries: beside other cards a calendar is narrow on wide screens too.
/** The days have room for words, or not. */
const roomy = '(min-width: 30rem)';
const narrow = '(max-width: 29.99rem)';
/** The days have room for long words. */
const wide = '(min-width: 40rem)';

export const calendar = style({ containerType: 'inline-size' });
export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  marginBottom: space(2),
});
export const title = style({ fontWeight: 600, fontVariantNumeric: 'tabular-nums' });

const columns = 'repeat(7, minmax(0, 1fr))';
export const weekdays = style({
  display: 'grid',
  gridTemplateColumns: columns,
  gap: 2,
  color: color.inkFaint,
  fontSize: size.xs,
  lineHeight: 2,
  textAlign: 'center',
});
export const grid = style({ display: 'grid', gap: 2, gridTemplateColumns: columns });
export const table = style({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 2,
});
export const weekday = style({
  padding: 0,
  color: color.inkFaint,
  fontSize: size.xs,
  fontWeight: 400,
  lineHeight: 2,
});
/** As high as the largest of its row, which its button fills. */
export const cell = style({ height: 1, padding: 0 });

const dayBase = style({
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  minWidth: 0,
  minHeight: space(12),
  padding: `${space(1)} ${space(1.5)}`,
  borderRadius: radius.inner,
  '@container': { [wide]: { minHeight: space(14) } },
});
/** Filled by what becomes of its first word. */
export const day = styleVariants({
  empty: [dayBase, { background: color.sunken }],
  sent: [dayBase, { background: color.goodSoft }],
  waiting: [dayBase, { background: color.linkSoft }],
  failed: [dayBase, { background: color.badSoft }],
});
/** A day that is chosen with a click. */
export const dayButton = style({
  width: '100%',
  height: '100%',
  border: 0,
  color: color.ink,
  textAlign: 'left',
  cursor: 'pointer',
  selectors: {
    '&[aria-pressed="true"]': { outline: `2px solid ${color.inkSoft}`, outlineOffset: -1 },
    '&[aria-pressed="true"]:focus-visible': { outlineColor: color.link, outlineOffset: 1 },
  },
});
export const outside = style({ opacity: 0.55 });
export const target = style({ outline: `2px solid ${color.accent}`, outlineOffset: -2 });

const numberBase = style({
  alignSelf: 'flex-start',
  fontSize: size.xs,
  lineHeight: 1.3,
  fontVariantNumeric: 'tabular-nums',
  '@container': {
    [narrow]: {
      selectors: { [`${grid} &`]: { alignSelf: 'center' }, [`${table} &`]: { alignSelf: 'center' } },
    },
  },
});
export const number = style([numberBase, { color: color.inkSoft }]);
export const today = style([
  numberBase,
  {
    padding: `0 ${space(1.5)}`,
    borderRadius: radius.pill,
    background: color.accentSoft,
    color: color.accentInk,
    fontWeight: 600,
    textAlign: 'center',
  },
]);
export const weekdayName = style({
  display: 'none',
});

const label = style({
  display: 'block',
  minWidth: 0,
  margin: `0 -${space(1)}`,
  padding: `0 ${space(1)}`,
  border: 0,
  borderRadius: radius.inner,
  font: 'inherit',
  fontSize: size.sm,
  textAlign: 'left',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '@container': {
    [narrow]: {
      selectors: {
        [`${grid} &`]: { minHeight: space(6), margin: 0, padding: 0 },
        [`${table} &`]: { minHeight: space(6), margin: 0, padding: 0 },
      },
    },
  },
});
const tone = createVar();

/** Shown instead of the text in months on phones: their days have no room for it. */
export const shape = style({
  display: 'none',
  color: fallbackVar(tone, 'inherit'),
  '@container': {
    [narrow]: {
      selectors: {
        [`${grid} &`]: { display: 'block', margin: `${space(1)} auto` },
        [`${table} &`]: { display: 'block', margin: `${space(1)} auto` },
      },
    },
  },
});
export const text = style({
  '@container': {
    [narrow]: {
      selectors: {
        [`${grid} &`]: { display: 'none' },
        [`${table} &`]: { display: 'none' },
      },
    },
    [roomy]: {
      selectors: {
        [`${grid} &[data-long]`]: { fontSize: '0.6875rem' },
        [`${table} &[data-long]`]: { fontSize: '0.6875rem' },
      },
    },
    [wide]: {
      selectors: {
        [`${grid} &[data-long]`]: { fontSize: 'inherit' },
        [`${table} &[data-long]`]: { fontSize: 'inherit' },
      },
    },
  },
});
const wordBase = style([label, { background: 'transparent', color: color.ink, fontFamily: font.serif }]);
export const word = styleVariants({
  sent: [wordBase, { vars: { [tone]: color.good } }],
  waiting: [wordBase, { vars: { [tone]: color.link } }],
  failed: [wordBase, { vars: { [tone]: color.bad } }],
});
/** Added to a word that can be moved: it is a card on its day. */
export const movable = style({
  background: color.surface,
  cursor: 'grab',
  transition: `background ${motion.quick}`,
  selectors: {
    '&:hover': { background: color.accentSoft },
    '&[aria-pressed="true"]': { background: color.accent, color: color.onAccent },
  },
});
export const empty = style([
  label,
  {
    margin: 0,
    border: `1px dashed ${color.lineStrong}`,
    background: 'transparent',
    color: color.warn,
    cursor: 'pointer',
    selectors: { '&:hover': { background: color.warnSoft } },
  },
]);
export const skipped = style([label, { color: color.inkFaint }]);
