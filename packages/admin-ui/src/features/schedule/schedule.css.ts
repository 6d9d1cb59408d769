import { style, styleVariants } from '@vanilla-extract/css';
import { font, motion, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const page = style({ display: 'grid', gap: space(5), gridTemplateColumns: 'minmax(0, 1fr)' });
export const form = style({ display: 'grid', gap: space(5), gridTemplateColumns: 'minmax(0, 1fr)' });

export const wordField = style({ display: 'grid', gap: space(2), minWidth: 0 });
const hintBase = style({ color: color.inkSoft, fontSize: text.sm });
export const wordHint = styleVariants({
  quiet: [hintBase],
  wrong: [hintBase, { color: color.bad, fontWeight: 550 }],
});
export const wordText = style({ flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere' });
export const selected = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: space(4),
  padding: `${space(4)} ${space(4)} ${space(4)} ${space(5)}`,
  background: color.accentSoft,
  borderRadius: radius.outer,
});
export const selectedLabel = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(1),
  color: color.accentInk,
  fontSize: text.sm,
  fontWeight: 550,
});
export const selectedWord = style({
  marginTop: space(1),
  fontFamily: font.serif,
  fontSize: text['3xl'],
  fontWeight: 500,
  lineHeight: 1.15,
});
export const selectedDefinition = style({ marginTop: space(1) });

export const when = style({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { [screen.medium]: { gridTemplateColumns: 'minmax(0, 320px) minmax(0, 1fr)' } },
});
export const goesOut = style({
  display: 'flex',
  gap: space(2),
  color: color.inkSoft,
  fontSize: text.sm,
  '@media': {
    // Aligned with the field below its label.
    [screen.medium]: { marginTop: space(6), minHeight: space(10), alignItems: 'center' },
  },
});
export const goesOutIcon = style({ flex: 'none', color: color.accent });

const inset = {
  padding: space(4),
  '@media': { [screen.medium]: { padding: `${space(4)} ${space(6)} ${space(5)}` } },
};
export const notices = style({
  ...inset,
  paddingBottom: 0,
  selectors: { '&:empty': { display: 'none' } },
});
export const loading = style(inset);
export const loadingRows = style({ display: 'grid', gap: space(6) });
export const loadingRow = style({ display: 'grid', gap: space(2) });

export const entries = style({ marginTop: space(3), borderTop: `1px solid ${color.line}` });
export const entry = style({
  display: 'grid',
  gridTemplateColumns: '4rem minmax(0, 1fr)',
  gap: `${space(1)} ${space(4)}`,
  padding: `${space(2)} ${space(4)}`,
  borderBottom: `1px solid ${color.line}`,
  selectors: { 'li:last-child > &, li&:last-child': { borderBottom: 0 } },
  '@media': {
    [screen.medium]: {
      gridTemplateColumns: '5rem minmax(0, 1fr)',
      alignItems: 'center',
      padding: `${space(1.5)} ${space(6)}`,
    },
    // All buttons in one line, without squeezing the text.
    '(min-width: 80rem)': { gridTemplateColumns: '5rem minmax(0, 1fr) auto' },
  },
});
export const entryText = style({ display: 'grid', minWidth: 0, overflowWrap: 'anywhere' });
export const entryHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space(1)} ${space(2)}`,
});
const phone = '(max-width: 39.99rem)';
export const entryName = style({
  marginRight: space(1),
  fontFamily: font.serif,
  fontSize: text.xl,
  fontWeight: 500,
  lineHeight: 1.25,
});
/** Opens the email. */
export const entryOpener = style([
  entryName,
  {
    padding: 0,
    border: 0,
    background: 'none',
    color: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    selectors: { '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 } },
  },
]);
export const entryMore = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${space(4)}`,
  fontSize: text.sm,
});
export const factsOpener = style({ color: color.inkSoft, fontSize: text.sm, cursor: 'pointer' });
export const entryTime = style({ color: color.ink, fontSize: text.sm });
export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${space(4)}`,
  color: color.inkFaint,
  fontSize: text.xs,
});
export const fact = style({ display: 'flex', gap: space(1), minWidth: 0 });
export const factName = style({ flex: 'none', selectors: { '&::after': { content: '":"' } } });
export const factValue = style({ color: color.inkSoft, fontVariantNumeric: 'tabular-nums' });
export const entryNote = style({ color: color.warn, fontSize: text.sm });
export const reason = style({ color: color.bad, fontSize: text.sm });
/** The day, which phones show beside the word. */
export const entryDay = style({ '@media': { [phone]: { display: 'none' } } });
/** On phones, what is rarely needed is one press away, so that a row has one line of buttons. */
export const entryWhole = style({
  selectors: { '&&': { display: 'none' } },
  '@media': { [phone]: { selectors: { '&&': { display: 'inline-flex' } } } },
});
export const entryUnfolded = style({ display: 'contents' });
export const entryFolded = style({ display: 'contents', '@media': { [phone]: { display: 'none' } } });
const allButtons = style({ display: 'flex', flexWrap: 'wrap' });
export const failedActions = style([
  allButtons,
  {
    gridColumn: '1 / -1',
    gap: space(2),
    marginTop: space(2),
    '@media': {
      [screen.medium]: { gridColumn: 2 },
      '(min-width: 80rem)': { gridColumn: 3, flexWrap: 'nowrap', justifySelf: 'end', marginTop: 0 },
    },
  },
]);
export const entryActions = style([
  allButtons,
  {
    gap: `0 ${space(1)}`,
    gridColumn: '1 / -1',
    justifySelf: 'start',
    marginLeft: `-${space(3)}`,
    '@media': {
      [screen.medium]: { gridColumn: 2 },
      '(min-width: 80rem)': { gridColumn: 3, gap: 0, flexWrap: 'nowrap', justifySelf: 'end', marginLeft: 0 },
    },
  },
]);

/** Emails that would be moved; many of them scroll within the dialog. */
export const offTime = style({
  display: 'grid',
  maxHeight: '40vh',
  margin: `${space(2)} 0`,
  overflowY: 'auto',
});
export const offTimeEmail = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `0 ${space(3)}`,
  minHeight: space(10),
  cursor: 'pointer',
});
export const offTimeWord = style({
  flex: '1 1 6rem',
  minWidth: 0,
  fontWeight: 550,
  overflowWrap: 'anywhere',
});
export const offTimeChange = style({
  color: color.inkSoft,
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
});

export const range = style({ minWidth: '9rem' });
export const plan = style({ display: 'grid', borderTop: `1px solid ${color.line}` });
export const planRow = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `${space(1)} ${space(4)}`,
  alignItems: 'center',
  padding: `${space(3)} 0`,
  borderBottom: `1px solid ${color.line}`,
  transition: `opacity ${motion.quick}`,
  selectors: { '&[data-busy]': { opacity: 0.5 } },
  '@media': { [screen.medium]: { gridTemplateColumns: '8.5rem minmax(0, 1fr) auto' } },
});
export const planDay = style({
  fontSize: text.lg,
  fontWeight: 600,
  lineHeight: 1.3,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  '@media': { [phone]: { gridColumn: '1 / -1', fontSize: text.base } },
});
export const planTime = style({
  display: 'block',
  color: color.inkFaint,
  fontSize: text.sm,
  fontWeight: 400,
});
export const planText = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const planWord = style({
  fontFamily: font.serif,
  fontSize: text.xl,
  fontWeight: 500,
  lineHeight: 1.25,
});
export const planMeaning = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  color: color.inkSoft,
  fontSize: text.sm,
});
export const planNone = style({ color: color.warn });
export const planProblem = style({ color: color.bad, fontSize: text.sm });
export const planTools = style({ display: 'flex', gap: space(1) });
export const noWords = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(3),
  marginTop: space(3),
  color: color.warn,
});

/** Emails that wait, or those that were sent. */
export const views = style({ justifySelf: 'start' });
export const autopilot = style({
  padding: `${space(2)} ${space(4)}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  background: color.surface,
  '@media': { [screen.medium]: { padding: `${space(2)} ${space(6)}` } },
});
export const autopilotHead = style({ display: 'flex', alignItems: 'center', gap: space(3) });
export const autopilotTitle = style({ fontSize: text.base, fontWeight: 600 });
export const autopilotText = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${space(3)}`,
  flex: '1 1 16rem',
});
export const autopilotSettings = style({ paddingBottom: space(4) });
export const toggle = style({
  flex: 'none',
  width: space(11),
  height: space(6),
  padding: 2,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.pill,
  background: color.sunken,
  cursor: 'pointer',
  transition: `background-color ${motion.quick}`,
  selectors: { '&[aria-checked="true"]': { background: color.accent, borderColor: color.accent } },
});
export const knob = style({
  display: 'block',
  width: 18,
  height: 18,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: '50%',
  background: color.surface,
  transition: `transform ${motion.quick}`,
  selectors: { '[aria-checked="true"] > &': { transform: 'translateX(20px)' } },
});
export const autopilotRow = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space(2)} ${space(4)}`,
});
export const autopilotFacts = style({ color: color.inkSoft, fontSize: text.sm });
export const autopilotLow = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(1),
  color: color.warn,
  fontSize: text.sm,
});
export const autopilotForm = style({ display: 'grid', gap: space(4), marginTop: space(4) });
export const autopilotFields = style({
  display: 'grid',
  gap: space(4),
  '@media': { [screen.medium]: { gridTemplateColumns: '10rem 10rem minmax(0, 1fr)' } },
});
export const drawTitle = style({ fontSize: text.sm, fontWeight: 650, marginTop: space(2) });
export const drawFields = style({
  display: 'grid',
  gap: space(4),
  '@media': { [screen.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const days = style({ display: 'flex', flexWrap: 'wrap', gap: space(1) });
export const dayLabel = style({ fontSize: text.sm, fontWeight: 550, marginBottom: space(1) });
export const skipped = style({
  display: 'grid',
  gap: space(2),
  marginTop: space(4),
  paddingTop: space(2),
  borderTop: `1px solid ${color.line}`,
});
export const skipFields = style({
  display: 'grid',
  gap: space(4),
  alignItems: 'start',
  '@media': { [screen.medium]: { gridTemplateColumns: '12rem 12rem auto', justifyContent: 'start' } },
});
/** Beside the fields, below their labels: a message below a field does not move it. */
export const skipButton = style({
  justifySelf: 'start',
  '@media': { [screen.medium]: { marginTop: `calc(1.5 * ${text.sm} + ${space(1)})` } },
});
export const skippedEmails = style({ display: 'grid', gap: space(1), margin: `${space(2)} 0` });
export const skippedEmail = style({ display: 'flex', flexWrap: 'wrap', gap: `0 ${space(3)}` });
export const skippedDays = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(2),
  fontSize: text.sm,
});

export const week = style({
  padding: `${space(3)} ${space(4)} ${space(1)}`,
  color: color.inkSoft,
  fontSize: text.sm,
  fontWeight: 600,
  '@media': { [screen.medium]: { padding: `${space(3)} ${space(6)} ${space(1)}` } },
});
export const date = style({
  display: 'grid',
  alignContent: 'start',
  lineHeight: 1.15,
  fontVariantNumeric: 'tabular-nums',
});
export const dateDay = style({ fontSize: text.lg, fontWeight: 600, whiteSpace: 'nowrap' });
export const dateWeekday = style({ color: color.inkSoft, fontSize: text.sm });
export const emptyDay = style({
  display: 'grid',
  gap: `${space(2)} ${space(4)}`,
  gridTemplateColumns: '4rem minmax(0, 1fr)',
  alignItems: 'center',
  padding: `${space(3)} ${space(4)}`,
  borderBottom: `1px solid ${color.line}`,
  background: color.sunken,
  selectors: { 'li:last-child > &': { borderBottom: 0 } },
  '@media': {
    [screen.medium]: {
      gridTemplateColumns: '5rem minmax(0, 1fr) auto',
      padding: `${space(2)} ${space(6)}`,
    },
  },
});
export const emptyDayText = style({ color: color.warn, fontWeight: 550 });
export const emptyDaySkipped = style({ color: color.inkFaint });
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space(2),
  '@media': { [phone]: { selectors: { [`${emptyDay} > &`]: { gridColumn: '1 / -1' } } } },
});
export const hint = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(2),
  gridColumn: '1 / -1',
  padding: `${space(2)} ${space(3)}`,
  borderRadius: radius.inner,
  background: color.warnSoft,
  color: color.warn,
  fontSize: text.sm,
});

export const dragStatus = style({
  color: color.inkSoft,
  fontSize: text.sm,
  selectors: { '&:not(:empty)': { marginTop: space(2) } },
});
