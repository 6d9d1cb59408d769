import { style, styleVariants } from '@vanilla-extract/css';
import { font, motion, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const page = style({ display: 'grid', gap: space(5), gridTemplateColumns: 'minmax(0, 1fr)' });

export const top = style({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': {
    [screen.medium]: { gap: space(5) },
    '(min-width: 72rem)': { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr)' },
  },
});
export const columns = style({
  display: 'grid',
  gap: space(5),
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { '(min-width: 72rem)': { gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 5fr)' } },
});

const tile = style({
  display: 'grid',
  alignContent: 'space-between',
  gap: space(3),
  minHeight: space(34),
  padding: `${space(4)} ${space(4)}`,
  '@media': { [screen.medium]: { padding: `${space(5)} ${space(6)}` } },
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
});
export const next = style([
  tile,
  {
    gridColumn: '1 / -1',
    '@media': { '(min-width: 72rem)': { gridColumn: 'auto' } },
  },
]);
export const stat = style([tile]);
export const tileLabel = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  color: color.inkSoft,
  fontSize: text.sm,
  fontWeight: 550,
});
export const tileIcon = style({ flex: 'none', color: color.inkFaint });
/** On phones the two figures are side by side, and their labels need the width. */
export const statIcon = style([
  tileIcon,
  { display: 'none', '@media': { [screen.medium]: { display: 'block' } } },
]);
export const figure = style({
  fontFamily: font.serif,
  fontSize: text['4xl'],
  fontWeight: 500,
  fontVariantNumeric: 'lining-nums tabular-nums',
  lineHeight: 1,
});
export const tileNote = style({ color: color.inkSoft, fontSize: text.sm });
export const nextHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(2),
});
export const nextBody = style({ display: 'grid', gap: space(1) });
export const nextMeaning = style({ color: color.inkSoft, maxWidth: '60ch', overflowWrap: 'anywhere' });
export const reasons = style({
  display: 'grid',
  gap: space(2),
  margin: 0,
  padding: `${space(3)} ${space(4)}`,
  listStyle: 'none',
  background: color.badSoft,
  borderRadius: radius.inner,
  color: color.ink,
  fontSize: text.sm,
});
export const fix = style({ color: color.inkSoft });
export const nextWord = style({
  fontFamily: font.serif,
  fontSize: text['4xl'],
  fontWeight: 500,
  lineHeight: 1.1,
  overflowWrap: 'anywhere',
});
export const nextNone = style({
  fontFamily: font.serif,
  fontSize: text['2xl'],
  fontWeight: 500,
  lineHeight: 1.2,
});
export const nextFoot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(3),
  color: color.inkSoft,
  fontSize: text.sm,
});

export const quickLinks = style({
  display: 'grid',
  gap: space(3),
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': { [screen.wide]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
});
export const quickLink = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  height: '100%',
  minHeight: space(14),
  padding: `${space(3)} ${space(4)}`,
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  color: color.ink,
  fontSize: text.sm,
  fontWeight: 550,
  lineHeight: 1.3,
  textDecoration: 'none',
  transition: `border-color ${motion.quick}`,
  selectors: { '&:hover': { borderColor: color.accent } },
});

export const activity = style({ marginTop: space(4), borderTop: `1px solid ${color.line}` });
export const loadingRows = style({
  padding: `${space(4)}`,
  '@media': { [screen.medium]: { padding: `${space(4)} ${space(6)} ${space(6)}` } },
});
/** Scrolls beyond the height in the specification. */
export const scroll = style({
  maxHeight: '24rem',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  borderTop: `1px solid ${color.line}`,
  scrollbarWidth: 'thin',
  outlineOffset: '-2px !important',
});
const row = style({
  display: 'grid',
  gap: `${space(2)} ${space(3)}`,
  alignItems: 'center',
  padding: `${space(3)} ${space(4)}`,
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
  '@media': {
    [screen.medium]: { gridTemplateColumns: 'minmax(0, 1fr) auto', padding: `${space(3)} ${space(6)}` },
  },
});
export const entry = styleVariants({
  today: [row, { background: color.accentSoft, boxShadow: `inset 3px 0 0 ${color.accent}` }],
  upcoming: [row, { boxShadow: `inset 3px 0 0 ${color.link}` }],
  past: [row],
});
export const entryWord = style({
  fontFamily: font.serif,
  fontSize: text.lg,
  fontWeight: 500,
  lineHeight: 1.25,
  overflowWrap: 'anywhere',
});
export const entryMeta = style({
  color: color.inkSoft,
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
});
export const badges = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space(2),
  '@media': { [screen.medium]: { justifyContent: 'flex-end' } },
});

export const tools = style({
  display: 'grid',
  gap: space(3),
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  padding: `${space(4)}`,
  '@media': { [screen.medium]: { padding: `${space(4)} ${space(6)}` } },
});
export const nextActions = style({ display: 'flex', flexWrap: 'wrap', gap: space(2) });
