import { globalStyle, style } from '@vanilla-extract/css';
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
  '@media': { [screen.medium]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 2fr) minmax(0, 1fr)' } },
});
export const wordInput = style({ fontFamily: font.serif, fontSize: text.lg, padding: `5px ${space(3)}` });
/** As high as their text. */
export const growing = style({ fieldSizing: 'content', minHeight: space(16) });
export const formFoot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: `0 ${space(6)}`,
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

export const list = style({ outline: 'none', scrollMarginTop: space(4) });
export const listBody = style({
  display: 'grid',
  gap: space(5),
  gridTemplateColumns: 'minmax(0, 1fr)',
  transition: `opacity ${motion.quick}`,
  selectors: { '&[data-stale]': { opacity: 0.55 } },
});
export const cards = style({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 290px), 1fr))',
});
export const card = style({
  display: 'grid',
  gridTemplateRows: 'auto 1fr auto',
  gap: space(3),
  minWidth: 0,
  padding: `${space(4)} ${space(4)} ${space(3)} ${space(5)}`,
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  selectors: { '&[data-edited]': { borderColor: color.accent } },
});
export const word = style({
  fontFamily: font.serif,
  fontSize: text['2xl'],
  fontWeight: 500,
  lineHeight: 1.15,
  letterSpacing: '-0.005em',
  overflowWrap: 'anywhere',
});
export const pronunciationLine = style({
  marginTop: space(1),
  color: color.inkSoft,
  overflowWrap: 'anywhere',
});
export const pronunciation = style({ fontFamily: phonetics, fontSize: '0.96em' });
export const partOfSpeech = style({ fontFamily: font.serif, fontStyle: 'italic' });
export const definition = style({ color: color.ink, fontSize: text.sm, overflowWrap: 'anywhere' });
export const findings = style({ marginTop: space(2), fontSize: text.sm });
export const findingsSummary = style({ cursor: 'pointer', minHeight: space(6) });
export const findingsList = style({
  display: 'grid',
  gap: space(1),
  marginTop: space(2),
  paddingLeft: space(4),
  listStyle: 'disc',
  color: color.inkSoft,
  overflowWrap: 'anywhere',
});
export const cardFoot = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(2),
});
export const badges = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space(1)} ${space(2)}`,
  minWidth: 0,
});
export const source = style({ color: color.inkFaint, fontSize: text.xs });
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
