import { globalStyle, style } from '@vanilla-extract/css';
import { scrollingLine } from '../../design/layout.css.ts';
import { font, motion, phonetics, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

/** In the page's header: two by two on phones. */
export const actions = style({
  display: 'grid',
  gap: space(3),
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  width: '100%',
  '@media': { [screen.medium]: { display: 'flex', width: 'auto' } },
});
globalStyle(`${actions} > *`, { padding: `${space(2)} ${space(3)}`, whiteSpace: 'nowrap' });

export const panel = style({ position: 'relative', marginBottom: space(6), scrollMarginTop: space(4) });

/** The list, and beside it the open form. On narrow screens the form takes the place of the list. */
export const workspace = style({
  display: 'grid',
  gap: space(6),
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': {
    [screen.wide]: {
      selectors: { '&[data-form]': { gridTemplateColumns: 'minmax(13rem, 17rem) minmax(0, 1fr)' } },
    },
  },
});
const besideForm = `${workspace}[data-form] > &`;
export const library = style({
  containerType: 'inline-size',
  minWidth: 0,
  selectors: { [besideForm]: { '@media': { '(width < 56rem)': { display: 'none' } } } },
});
/** On phones the form is a sheet of its own: what opens other panels waits until it is closed. */
globalStyle(`main:has(${workspace}[data-form]) ${actions}`, {
  '@media': { '(width < 56rem)': { display: 'none' } },
});
export const sidePanel = style({
  position: 'relative',
  minWidth: 0,
  scrollMarginTop: space(4),
  '@media': {
    [screen.wide]: {
      position: 'sticky',
      top: space(4),
      maxHeight: `calc(100dvh - ${space(8)})`,
      overflowY: 'auto',
      // The row of buttons at its end covers no field that has the focus.
      scrollPaddingBottom: space(36),
      borderRadius: radius.outer,
      order: 1,
    },
  },
});
/** The form, and the email as it will look. */
export const writing = style({
  display: 'grid',
  gap: space(6),
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { '(min-width: 78rem)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 20.5rem)' } },
});
export const email = style({
  display: 'grid',
  gap: space(2),
  minWidth: 0,
  '@media': { '(min-width: 78rem)': { position: 'sticky', top: space(4) } },
});
export const emailTitle = style({ fontSize: text.sm, fontWeight: 550 });
export const emailSubject = style({ color: color.inkSoft, fontSize: text.sm, overflowWrap: 'anywhere' });
export const emailPaper = style({
  height: `max(26rem, calc(100dvh - ${space(56)}))`,
  overflow: 'hidden',
  border: `1px solid ${color.line}`,
  borderRadius: radius.inner,
});
export const panelTitle = style({ display: 'block', paddingRight: space(8), overflowWrap: 'anywhere' });
export const panelClose = style({
  position: 'absolute',
  top: space(3),
  right: space(3),
  '@media': { [screen.medium]: { top: space(4), right: space(5) } },
});
export const form = style({ display: 'grid', gap: space(4), gridTemplateColumns: 'minmax(0, 1fr)' });
export const headFields = style({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container': {
    '(min-width: 24rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '(min-width: 40rem)': { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 2fr) minmax(0, 1fr)' },
  },
});
/** The fields lay themselves out by the width of their panel. */
export const fields = style({ containerType: 'inline-size' });
export const textPair = style({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container': { '(min-width: 40rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
/** What is about the entry and not part of it. */
export const aboutFields = style({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: 'minmax(0, 1fr)',
  paddingTop: space(4),
  borderTop: `1px solid ${color.line}`,
  '@media': { [screen.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const quotation = style({ paddingTop: space(2), borderTop: `1px solid ${color.line}` });
export const summary = style({
  cursor: 'pointer',
  color: color.link,
  width: 'fit-content',
  padding: `${space(2)} 0`,
});
export const quotationFields = style([textPair, { paddingTop: space(2) }]);
globalStyle(`${quotationFields} > :first-child`, { gridColumn: '1 / -1' });
export const wordInput = style({ fontFamily: font.serif, fontSize: text.lg, padding: `5px ${space(3)}` });
/** As high as their text. */
export const growing = style({ fieldSizing: 'content', minHeight: space(16) });
export const formFoot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `0 ${space(6)}`,
  // In view while the form scrolls.
  position: 'sticky',
  bottom: `calc(-1 * ${space(1)})`,
  padding: `${space(2)} 0`,
  background: color.surface,
  '@media': { '(width < 56rem)': { position: 'static' } },
});
/** On phones the buttons have a row to themselves and fill it. */
export const formButtons = style({
  flexGrow: 1,
  '@media': { [screen.medium]: { flexGrow: 0, marginLeft: 'auto' } },
});
export const formAside = style({ color: color.inkSoft, fontSize: text.sm });
export const textButton = style({
  padding: 0,
  border: 0,
  background: 'none',
  color: color.link,
  font: 'inherit',
  textDecoration: 'underline',
  textUnderlineOffset: '0.18em',
  textDecorationThickness: '1px',
  cursor: 'pointer',
});
export const small = style({ color: color.inkSoft, fontSize: text.sm, overflowWrap: 'anywhere' });

export const tools = style({
  display: 'grid',
  gap: space(3),
  gridTemplateColumns: 'minmax(0, 1fr)',
  marginBottom: space(4),
});

/** Beside an open form there is no room for 27 buttons. */
export const letters = style({ '@container': { '(width < 20rem)': { display: 'none' } } });

export const list = style({ outline: 'none', scrollMarginTop: space(4) });
export const listBody = style({
  display: 'grid',
  gap: space(5),
  gridTemplateColumns: 'minmax(0, 1fr)',
  transition: `opacity ${motion.quick}`,
  selectors: { '&[data-stale]': { opacity: 0.55 } },
});
export const rows = style({ borderTop: `1px solid ${color.line}` });
export const row = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `0 ${space(4)}`,
  alignItems: 'center',
  padding: `${space(2)} ${space(1)} ${space(2)} ${space(3)}`,
  borderBottom: `1px solid ${color.line}`,
  transition: `background-color ${motion.quick}`,
  '@container': {
    '(min-width: 46rem)': { gridTemplateColumns: 'minmax(0, 13rem) minmax(0, 1fr) auto auto' },
  },
  selectors: {
    '&:hover': { background: color.sunken },
    '&[data-edited]': { background: color.accentSoft },
    '&:has([data-opens]:focus-visible)': { outline: `2px solid ${color.link}`, outlineOffset: '-2px' },
  },
});
/** The button that opens a word reaches over its row. */
globalStyle(`${row} [data-opens]::after`, { content: '""', position: 'absolute', inset: 0 });
globalStyle(`${row} [data-opens]:focus-visible`, { outline: 'none' });
const secondLine = { '@container': { '(width < 46rem)': { gridColumn: '1 / -1' } } };
export const rowDefinition = style([
  {
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    color: color.inkSoft,
    fontSize: text.sm,
    lineHeight: 1.4,
    overflowWrap: 'anywhere',
  },
  secondLine,
  { '@container': { '(width < 20rem)': { display: 'none' } } },
]);
export const rowBadges = style([
  {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${space(1)} ${space(2)}`,
    minWidth: 0,
    '@container': {
      '(width < 46rem)': { marginTop: space(1) },
      '(min-width: 46rem)': { justifyContent: 'flex-end' },
    },
  },
  secondLine,
]);
export const rowActions = style({
  display: 'flex',
  flex: 'none',
  '@container': { '(width < 46rem)': { gridRow: 1, gridColumn: 2 } },
});
/** Above the button that reaches over the row. */
export const aboveRow = style({ position: 'relative', zIndex: 1, display: 'flex' });
/** Not beside an open form: what was typed there should not share the screen with a way to remove it. */
export const onlyWide = style({ '@container': { '(width < 20rem)': { display: 'none' } } });
export const word = style({
  fontFamily: font.serif,
  fontSize: text.lg,
  fontWeight: 500,
  lineHeight: 1.2,
  overflowWrap: 'anywhere',
});
export const pronunciationLine = style({
  fontSize: text.sm,
  color: color.inkSoft,
  overflowWrap: 'anywhere',
});
export const pronunciation = style({ fontFamily: phonetics, fontSize: '0.96em' });
export const partOfSpeech = style({ fontFamily: font.serif, fontStyle: 'italic' });
export const definition = style({ color: color.ink, fontSize: text.sm, overflowWrap: 'anywhere' });
export const findingsBox = style({ selectors: { '&:empty': { display: 'none' } } });
export const findings = style({ display: 'grid', gap: space(2), marginTop: space(1) });
export const finding = style({ display: 'grid', justifyItems: 'start', overflowWrap: 'anywhere' });
globalStyle(`${finding} button`, { marginLeft: `-${space(3)}` });
export const source = style({ color: color.inkFaint, fontSize: text.xs });

/** The states of words, with their numbers. */
export const states = style([
  scrollingLine,
  // The numbers make the buttons wider: those already drawn would move.
  { selectors: { '&[data-pending]': { visibility: 'hidden' } } },
]);
export const state = style({
  flex: 'none',
  minHeight: space(9),
  padding: `0 ${space(3)}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.pill,
  background: color.surface,
  color: color.inkSoft,
  fontSize: text.sm,
  fontWeight: 550,
  cursor: 'pointer',
  selectors: {
    '&:hover': { color: color.ink, borderColor: color.lineStrong },
    '&[aria-pressed="true"]': {
      background: color.accentSoft,
      borderColor: color.accentSoft,
      color: color.accentInk,
    },
  },
});
export const stateCount = style({
  marginLeft: space(1.5),
  fontWeight: 400,
  fontVariantNumeric: 'tabular-nums',
});
export const cardActions = style({ display: 'flex', gap: space(1), flex: 'none' });
export const loadingHead = style({ display: 'grid', gap: space(2) });

export const conflictField = style({ fontWeight: 600, marginTop: space(3) });

export const bulk = style({
  display: 'grid',
  gap: space(6),
  gridTemplateColumns: 'minmax(0, 1fr)',
  selectors: {
    '&[data-reviewing]': {
      '@media': { '(min-width: 72rem)': { gridTemplateColumns: '260px minmax(0, 1fr)' } },
    },
  },
});
export const bulkForm = style([
  form,
  {
    alignSelf: 'start',
    '@media': { '(min-width: 72rem)': { position: 'sticky', top: space(4) } },
  },
]);
export const wordList = style({ fieldSizing: 'content', minHeight: '9rem', maxHeight: '50vh' });
export const bulkActions = style({ display: 'flex', flexWrap: 'wrap', gap: space(3) });
export const progress = style({ display: 'grid', gap: space(1) });
export const progressText = style({
  color: color.inkSoft,
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
});

export const review = style({ minWidth: 0 });
export const reviewHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(3),
  paddingBottom: space(3),
});
export const reviewSummary = style({
  fontWeight: 600,
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
});
export const entries = style({ borderTop: `1px solid ${color.line}` });
export const entry = style({
  display: 'grid',
  gap: space(2),
  gridTemplateColumns: 'minmax(0, 1fr)',
  padding: `${space(4)} 0`,
  borderBottom: `1px solid ${color.line}`,
  selectors: { '&:last-child': { borderBottom: 0, paddingBottom: 0 } },
});
export const entryHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: `${space(1)} ${space(3)}`,
});
/** Buttons go below it rather than break the word. */
export const entryName = style({ flex: '1 1 14rem', minWidth: 0 });
export const entryWord = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  fontFamily: font.serif,
  fontSize: text.xl,
  fontWeight: 500,
  lineHeight: 1.2,
  overflowWrap: 'anywhere',
});
export const leftOut = style({ color: color.inkFaint, textDecoration: 'line-through' });
export const foundMark = style({ flex: 'none', color: color.good });
export const entryError = style({ color: color.bad, fontSize: text.sm, overflowWrap: 'anywhere' });
export const smallLabel = style({ color: color.ink, fontWeight: 550 });
export const entryFields = style({ paddingTop: space(2) });
export const examples = style({
  display: 'grid',
  gap: space(1),
  paddingLeft: space(3),
  borderLeft: `2px solid ${color.line}`,
  color: color.inkSoft,
  fontFamily: font.serif,
  fontStyle: 'italic',
  overflowWrap: 'anywhere',
});

/** Which words readers still know. */
export const belowList = style({ marginTop: space(10) });
export const remembered = style({ overflowX: 'auto' });
export const rememberedTable = style({ width: '100%', borderCollapse: 'collapse', fontSize: text.sm });
globalStyle(`${rememberedTable} :is(th, td)`, {
  padding: `${space(2)} ${space(3)} ${space(2)} 0`,
  textAlign: 'left',
  borderBottom: `1px solid ${color.line}`,
  fontVariantNumeric: 'tabular-nums',
});
globalStyle(`${rememberedTable} tbody th`, { fontWeight: 550, overflowWrap: 'anywhere' });
export const sound = style({ display: 'grid', gap: space(2), marginTop: space(5) });
export const soundTitle = style({ fontSize: text.sm, fontWeight: 600 });
export const soundNow = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(3) });
export const player = style({ flex: '1 1 14rem', minWidth: 0, height: 40 });

export const themes = style({ display: 'grid', gap: space(6), gridTemplateColumns: 'minmax(0, 1fr)' });
export const themeForm = style({ display: 'grid', gap: space(4) });
export const themeWords = style({ display: 'grid' });
export const themeWord = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: space(3),
  padding: `${space(2)} 0`,
});
export const themeMoves = style({ display: 'flex', flex: 'none' });

/** Links to the pages beside the list. */
export const morePages = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${space(1)} ${space(4)}`,
  fontSize: text.sm,
});
globalStyle(`${morePages} a`, { padding: `${space(1)} 0` });
