import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { font, motion, radius, screen, space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;

export const drop = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(4),
  padding: space(5),
  background: color.sunken,
  border: `1.5px dashed ${color.lineStrong}`,
  borderRadius: radius.outer,
  cursor: 'pointer',
  transition: `background-color ${motion.quick}, border-color ${motion.quick}`,
  selectors: {
    '&:hover, &[data-over]': { borderColor: color.accent },
    '&[data-over]': { background: color.accentSoft },
    '&:has(:focus-visible)': { outline: `2px solid ${color.link}`, outlineOffset: 2 },
  },
});
export const dropIcon = style({ flex: 'none', color: color.inkSoft });
export const dropTitle = style({ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' });
export const dropNote = style({ display: 'block', color: color.inkSoft, fontSize: text.sm });

export const choices = style({
  display: 'grid',
  gap: space(3),
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [screen.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const choicesTitle = style({ padding: 0, marginBottom: space(2), fontSize: text.sm, fontWeight: 550 });
export const choice = style({
  display: 'flex',
  gap: space(3),
  padding: `${space(3)} ${space(4)}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  cursor: 'pointer',
  selectors: {
    '&:hover': { borderColor: color.lineStrong },
    '&:has(:checked)': { borderColor: color.accent, background: color.accentSoft },
    '&:has(:focus-visible)': { outline: `2px solid ${color.link}`, outlineOffset: 2 },
  },
});
export const radio = style({
  width: 18,
  height: 18,
  margin: '2px 0 0',
  flex: 'none',
  accentColor: color.accent,
  selectors: { '&:focus-visible': { outline: 'none' } },
});
export const choiceLabel = style({ display: 'block', fontSize: text.sm, fontWeight: 550 });
export const choiceNote = style({ display: 'block', color: color.inkSoft, fontSize: text.sm });

export const counts = style({
  display: 'grid',
  gap: space(3),
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': { [screen.medium]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
});
const countBase = style({
  display: 'grid',
  gap: space(1),
  padding: `${space(3)} ${space(4)}`,
  borderRadius: radius.outer,
  fontSize: text.sm,
});
export const count = styleVariants({
  none: [countBase, { background: color.sunken, color: color.inkSoft }],
  good: [countBase, { background: color.goodSoft, color: color.good }],
  today: [countBase, { background: color.accentSoft, color: color.accentInk }],
  bad: [countBase, { background: color.badSoft, color: color.bad }],
});
export const countFigure = style({
  fontFamily: font.serif,
  fontSize: text['2xl'],
  fontWeight: 500,
  lineHeight: 1,
  fontVariantNumeric: 'lining-nums tabular-nums',
});

export const refused = style({
  maxHeight: '20rem',
  overflow: 'auto',
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  scrollbarWidth: 'thin',
});
export const refusedTable = style({ width: '100%', fontSize: text.sm });
globalStyle(`${refusedTable} th`, {
  position: 'sticky',
  top: 0,
  padding: `${space(2)} ${space(3)}`,
  background: color.sunken,
  color: color.inkSoft,
  fontWeight: 550,
  textAlign: 'left',
});
globalStyle(`${refusedTable} td`, {
  padding: `${space(2)} ${space(3)}`,
  borderTop: `1px solid ${color.line}`,
  verticalAlign: 'baseline',
});
export const lineNumber = style({ width: '1%', color: color.inkSoft, textAlign: 'right' });
export const refusedWord = style({ fontFamily: font.serif, fontSize: text.base });
export const refusedMore = style({
  padding: `${space(3)} ${space(4)}`,
  borderTop: `1px solid ${color.line}`,
  color: color.inkSoft,
  fontSize: text.sm,
});
