import { createVar, globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { font, motion, phonetics, radius, screen, space, text } from '../../design/scale.ts';
import { sunrise } from '../../design/sunrise.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

const wide = '(min-width: 72rem)';

export const page = style({ display: 'grid', gap: space(5), gridTemplateColumns: 'minmax(0, 1fr)' });

export const columns = style({
  display: 'grid',
  gap: space(5),
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [wide]: { gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 5fr)' } },
});

/** What was, and who reads it; on wide screens the figures fill the room below the first. */
export const answers = style([
  columns,
  {
    '@media': {
      [wide]: { gridTemplateAreas: '"last readers" "strip readers"', gridTemplateRows: '1fr auto' },
    },
  },
]);
globalStyle(`${answers} > :nth-child(1)`, {
  '@media': { [wide]: { gridArea: 'last', alignSelf: 'stretch' } },
});
globalStyle(`${answers} > :nth-child(2)`, { '@media': { [wide]: { gridArea: 'readers' } } });
export const lastText = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space(1)} ${space(2)}`,
  fontFamily: font.serif,
  fontSize: text['2xl'],
  fontWeight: 500,
  lineHeight: 1.25,
  overflowWrap: 'anywhere',
});
export const lastNote = style({ marginTop: space(1), color: color.inkSoft, fontSize: text.sm });
export const doubts = style({
  display: 'grid',
  gap: space(1),
  marginTop: space(4),
  padding: `${space(3)} ${space(4)}`,
  background: color.warnSoft,
  borderRadius: radius.inner,
  fontSize: text.sm,
});

/** Two figures and four links in a line, lighter than the next email. */
export const strip = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${space(3)} ${space(3)}`,
  padding: `0 ${space(1)}`,
  '@media': {
    [screen.medium]: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: space(6) },
    [wide]: { gridArea: 'strip' },
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
  '@media': { [screen.medium]: { marginLeft: 'auto' }, [wide]: { marginLeft: 0 } },
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
  textAlign: 'left',
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

export const steps = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // Down the first column and then the second: half as high above all the rest.
  '@media': {
    [wide]: {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
      gridTemplateRows: 'repeat(4, auto)',
      gridAutoFlow: 'column',
      columnGap: space(10),
    },
  },
});
export const step = style({
  display: 'flex',
  // A long badge goes below its label.
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space(1)} ${space(4)}`,
  minHeight: space(11),
  padding: `${space(1)} 0`,
  selectors: {
    '& + &': { borderTop: `1px solid ${color.line}` },
    '&[data-done]': { color: color.inkSoft },
  },
});
// The first of the second column.
globalStyle(`${steps} > :nth-child(5)`, { '@media': { [wide]: { borderTopWidth: 0 } } });
globalStyle(`${step} > :first-child`, { flex: '1 1 9rem' });
// A step without an action has nothing but its label, which has to wrap.
globalStyle(`${step} > :last-child:not(:first-child)`, { flex: 'none' });

const glow = createVar();
const sun = createVar();

const beside = '(min-width: 64rem)';

/** The one hero of the admin area: a word at dawn. The sun rises where no text is. */
export const next = style({
  vars: { [glow]: '#fbcaa0', [sun]: sunrise.day.sun },
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridAutoRows: 'auto',
  alignContent: 'space-between',
  gap: space(5),
  minHeight: space(76),
  padding: space(5),
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  background: `
    radial-gradient(circle at 88% 100%, ${sun} 0 46px, transparent 47px),
    radial-gradient(ellipse 46% 60% at 88% 100%, ${glow}, transparent),
    ${color.surface}`,
  '@media': {
    [screen.medium]: { padding: `${space(6)} ${space(8)} ${space(7)}` },
    // The email stands beside all the rest.
    [beside]: { gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: space(8) },
    [screen.night]: { vars: { [glow]: 'rgb(140 70 70 / 0.75)', [sun]: sunrise.night.sun } },
  },
});
/** Without an email beside it, all else would take turns between the columns. */
globalStyle(`:where(${next} > *)`, { '@media': { [beside]: { gridColumn: 1 } } });
export const nextHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(2),
});
export const nextPreview = style({
  // Above the sun.
  position: 'relative',
  '@media': { [beside]: { gridColumn: 2, gridRow: '1 / span 5', alignSelf: 'center' } },
});
export const nextTools = style({ display: 'flex', flexWrap: 'wrap', gap: space(2) });
export const nextLabel = style({ color: color.inkSoft, fontSize: text.sm, fontWeight: 550 });
export const nextBody = style({ display: 'grid', alignContent: 'center', gap: space(2) });
export const nextWord = style({
  fontFamily: font.serif,
  fontSize: 'clamp(2.75rem, 9vw, 4.5rem)',
  fontWeight: 500,
  lineHeight: 1,
  letterSpacing: '-0.02em',
  overflowWrap: 'anywhere',
});
export const nextSound = style({ fontFamily: phonetics, color: color.inkSoft, fontSize: text.lg });
export const nextMeaning = style({
  maxWidth: '56ch',
  fontFamily: font.serif,
  fontSize: text.lg,
  lineHeight: 1.45,
  overflowWrap: 'anywhere',
  // All of it is in the email beside it.
  display: '-webkit-box',
  overflow: 'hidden',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 5,
});
export const nextNone = style({
  alignSelf: 'center',
  fontFamily: font.serif,
  fontSize: text['3xl'],
  fontWeight: 500,
  lineHeight: 1.2,
  maxWidth: '22ch',
});
export const reasons = style({
  display: 'grid',
  gap: space(2),
  padding: `${space(3)} ${space(4)}`,
  background: color.badSoft,
  borderRadius: radius.inner,
  color: color.ink,
  fontSize: text.sm,
});
export const fix = style({ color: color.inkSoft });
export const nextFoot = style({
  display: 'grid',
  justifyItems: 'start',
  gap: space(3),
  maxWidth: '46rem',
  fontSize: text.sm,
});
/** In the room of the word and of what is below it. */
export const nextFailed = style([nextFoot, { alignContent: 'center', gridRow: 'span 2' }]);
export const nextActions = style({
  display: 'flex',
  flexWrap: 'wrap',
  flexDirection: 'row-reverse',
  justifyContent: 'flex-end',
  gap: space(2),
});

export const month = style({
  margin: `${space(3)} ${space(4)} ${space(4)}`,
  '@media': { [screen.medium]: { margin: `${space(3)} ${space(6)} ${space(6)}` } },
});
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
