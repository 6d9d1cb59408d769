import { style, styleVariants } from '@vanilla-extract/css';
import { font, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

// Container queries: beside other cards the calendar is narrow on wide screens too.
/** Cells have room for words. */
const words = '(min-width: 30rem)';
/** Cells have room for long words in the normal size. */
const longWords = '(min-width: 40rem)';

export const frame = style({
  containerType: 'inline-size',
  margin: `${space(3)} ${space(4)} ${space(4)}`,
  '@media': { [screen.medium]: { margin: `${space(3)} ${space(6)} ${space(6)}` } },
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

export const cell = style({ padding: 0 });
export const day = style({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'start',
  gap: 2,
  width: '100%',
  height: space(11),
  padding: space(1),
  border: 0,
  borderRadius: radius.inner,
  background: color.paper,
  color: color.ink,
  textAlign: 'left',
  overflow: 'hidden',
  cursor: 'pointer',
  '@container': {
    [words]: { height: space(12), justifyItems: 'start', gap: 0, padding: `${space(1)} ${space(1.5)}` },
  },
});
export const filled = styleVariants({
  sent: { background: color.goodSoft },
  waiting: { background: color.linkSoft },
  failed: { background: color.badSoft },
});
export const chosen = style({
  outline: `2px solid ${color.inkSoft}`,
  outlineOffset: -1,
  selectors: { '&:focus-visible': { outlineColor: color.link, outlineOffset: 1 } },
});
export const number = style({
  color: color.inkSoft,
  fontSize: text.xs,
  lineHeight: 1.3,
  fontVariantNumeric: 'tabular-nums',
});
export const today = style([
  number,
  {
    padding: `0 ${space(1.5)}`,
    borderRadius: radius.pill,
    background: color.accent,
    color: color.onAccent,
    fontWeight: 600,
  },
]);

const shapeBase = style({ '@container': { [words]: { display: 'none' } } });
export const shape = styleVariants({
  sent: [shapeBase, { color: color.good }],
  waiting: [shapeBase, { color: color.link }],
  failed: [shapeBase, { color: color.bad }],
});
export const word = style({
  display: 'none',
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontFamily: font.serif,
  fontSize: '0.8125rem',
  lineHeight: 1.4,
  selectors: { '&[data-more]::after': { content: '" " attr(data-more)' } },
  '@container': { [words]: { display: 'block' } },
});
export const longWord = style([
  word,
  {
    '@container': {
      [words]: { fontSize: '0.6875rem', lineHeight: 1.65 },
      [longWords]: { fontSize: '0.8125rem', lineHeight: 1.4 },
    },
  },
]);

export const detail = style({
  marginTop: space(2),
  padding: `${space(2)} ${space(3)}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.inner,
});
export const detailList = style({ display: 'grid', gap: space(2) });
export const detailRow = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space(1)} ${space(3)}`,
  minHeight: space(12),
});
export const detailText = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const detailNone = style({ fontSize: text.sm });
export const detailDay = style({
  display: 'block',
  color: color.inkSoft,
  fontSize: text.xs,
  fontVariantNumeric: 'tabular-nums',
});
export const detailWord = style({
  display: 'block',
  fontFamily: font.serif,
  fontSize: text.lg,
  fontWeight: 500,
  lineHeight: 1.25,
});
