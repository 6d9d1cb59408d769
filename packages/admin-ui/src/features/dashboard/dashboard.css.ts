import { style, styleVariants } from '@vanilla-extract/css';
import { font, motion, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const page = style({ display: 'grid', gap: space(5), gridTemplateColumns: 'minmax(0, 1fr)' });

export const columns = style({
  display: 'grid',
  gap: space(5),
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { '(min-width: 72rem)': { gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 5fr)' } },
});

/** Two figures and four links in a line, lighter than the next email. */
export const strip = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${space(3)} ${space(3)}`,
  padding: `0 ${space(1)}`,
  '@media': {
    [screen.medium]: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: space(6) },
  },
});
export const figure = style({
  display: 'grid',
  // On phones the numbers stand one below the other.
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  alignItems: 'center',
  columnGap: space(3),
  lineHeight: 1.3,
  '@media': { [screen.medium]: { gridTemplateColumns: 'auto auto' } },
});
export const figureNumber = style({
  gridArea: '1 / 1 / 3 / 2',
  fontFamily: font.serif,
  fontSize: text['2xl'],
  fontWeight: 500,
  fontVariantNumeric: 'lining-nums tabular-nums',
});
export const figureLabel = style({ gridColumn: 2, color: color.ink, fontSize: text.sm, fontWeight: 550 });
export const figureNote = style({ gridColumn: 2, color: color.inkSoft, fontSize: text.xs });
export const quick = style({
  gridColumn: '1 / -1',
  '@media': { [screen.medium]: { marginLeft: 'auto' } },
});
export const quickLinks = style({
  display: 'grid',
  gridTemplateColumns: 'auto auto',
  justifyContent: 'start',
  margin: `0 -${space(2)}`,
  '@media': { [screen.medium]: { display: 'flex', flexWrap: 'wrap', gap: `0 ${space(1)}` } },
});
export const quickLink = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(1.5),
  minHeight: space(8),
  padding: `0 ${space(2)}`,
  borderRadius: radius.inner,
  color: color.inkSoft,
  fontSize: text.sm,
  textDecoration: 'none',
  transition: `background-color ${motion.quick}, color ${motion.quick}`,
  selectors: { '&:hover': { background: color.sunken, color: color.ink } },
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
