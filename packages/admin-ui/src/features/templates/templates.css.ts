import { style, styleVariants } from '@vanilla-extract/css';
import { formFoot } from '../../design/layout.css.ts';
import { font, motion, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;
/** Wide enough for the email next to its HTML. */
export const wide = '(min-width: 72rem)';

export const editor = style({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [wide]: {
      gridTemplateAreas: '"tools" "subject" "content" "foot" "help"',
      gap: `${space(5)} ${space(6)}`,
      selectors: {
        '&[data-beside]': {
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          gridTemplateAreas: '"tools tools" "subject live" "content live" "foot foot" "help help"',
        },
      },
    },
  },
});
const area = (gridArea: string) => ({ '@media': { [wide]: { gridArea } } });
export const notices = style({
  display: 'grid',
  gap: space(3),
  marginBottom: space(5),
  gridTemplateColumns: 'minmax(0, 1fr)',
  selectors: { '&:empty': { display: 'none' } },
});
export const tools = style({ ...area('tools'), display: 'flex', flexWrap: 'wrap', gap: space(2) });
export const subject = style({ ...area('subject'), position: 'relative' });
/** Beside the label of the subject, so that the editor below stays on the first screen of a phone. */
export const subjectPatterns = style({
  position: 'absolute',
  insetBlockStart: 0,
  insetInlineEnd: 0,
  cursor: 'pointer',
  color: color.link,
});
export const subjectChoices = style({ marginBlockStart: space(2) });
export const contentArea = style({ ...area('content'), minWidth: 0 });

export const findings = style({ display: 'grid', gap: space(1) });
export const goTo = style({
  padding: 0,
  border: 0,
  background: 'none',
  color: color.link,
  font: 'inherit',
  fontWeight: 550,
  textDecoration: 'underline',
  textUnderlineOffset: '0.18em',
  cursor: 'pointer',
});

export const help = style({ ...area('help'), minWidth: 0 });
export const helpToggle = style({ '@media': { [wide]: { display: 'none' } } });
export const helpLists = style({
  display: 'none',
  gap: space(5),
  alignContent: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  selectors: { '&[data-open]': { display: 'grid', marginTop: space(4) } },
  '@media': { [wide]: { display: 'grid', selectors: { '&[data-open]': { marginTop: 0 } } } },
});
export const insertList = style({ minWidth: 0 });
export const insertTitle = style({ fontSize: text.sm, fontWeight: 550 });
export const insertNote = style({ color: color.inkSoft, fontSize: text.sm });
/** Chips on narrow screens; wide ones also show the meaning of each. */
export const inserts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space(2),
  marginTop: space(2),
  '@media': { [wide]: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(14rem, 1fr))' } },
});
export const insert = style({
  minHeight: space(8),
  padding: `${space(1)} ${space(2)}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.inner,
  background: color.surface,
  textAlign: 'left',
  cursor: 'pointer',
  transition: `background-color ${motion.quick}`,
  selectors: { '&:hover': { borderColor: color.lineStrong, background: color.sunken } },
  '@media': { [wide]: { width: '100%', height: '100%' } },
});
export const insertMeaning = style({
  display: 'none',
  color: color.inkSoft,
  fontSize: text.xs,
  '@media': { [wide]: { display: 'block' } },
});
export const insertCode = style({ color: color.link, fontSize: text.xs, overflowWrap: 'anywhere' });

/** In em, so that line numbers, marks and text line up. */
export const lineHeight = 1.55;
const lines = {
  fontFamily: font.mono,
  // 16 px keeps phones from zooming into the field.
  fontSize: '1rem',
  lineHeight,
  '@media': { [screen.medium]: { fontSize: text.sm } },
} as const;
const top = space(3);

export const codeField = style({
  display: 'grid',
  gap: space(1),
  minWidth: 0,
  // Same height as the email beside it.
  '@media': { [wide]: { height: '100%', gridTemplateRows: 'auto minmax(0, 1fr)' } },
});
export const codeLabel = style({ fontSize: text.sm, fontWeight: 550 });
/** About the keyboard, so hidden on phones. */
export const codeHint = style({
  display: 'none',
  color: color.inkSoft,
  fontSize: text.sm,
  '@media': { [screen.medium]: { display: 'block' } },
});
export const codeError = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(1),
  color: color.bad,
  fontSize: text.sm,
});
export const codeFrame = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  overflow: 'hidden',
  background: color.surface,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.inner,
  selectors: {
    '&:focus-within': { outline: `2px solid ${color.link}`, outlineOffset: -1, borderColor: color.link },
    '&[data-invalid]': { borderColor: color.bad },
  },
});
export const underlay = style({
  ...lines,
  position: 'absolute',
  inset: 0,
  overflow: 'hidden',
  pointerEvents: 'none',
});
export const underlayMoving = style({ position: 'relative', marginTop: top });
const markBase = style({
  position: 'absolute',
  left: 0,
  right: 0,
  height: `${lineHeight}em`,
  borderLeft: '4px solid',
});
export const mark = styleVariants({
  bad: [markBase, { background: color.badSoft, borderColor: color.bad }],
  warn: [markBase, { background: color.warnSoft, borderColor: color.warn }],
});
export const numbers = style({
  position: 'relative',
  display: 'inline-block',
  paddingLeft: space(3),
  color: color.inkFaint,
  textAlign: 'right',
  whiteSpace: 'pre',
  fontVariantNumeric: 'tabular-nums',
});
export const gutter = style({
  ...lines,
  visibility: 'hidden',
  padding: `0 ${space(3)}`,
});
export const code = style({
  ...lines,
  position: 'relative',
  width: '100%',
  minHeight: '16rem',
  height: 'min(60vh, 40rem)',
  '@media': {
    ...lines['@media'],
    [wide]: { height: '100%', minHeight: 'max(24rem, calc(100dvh - 24rem))' },
  },
  padding: `${top} ${space(3)}`,
  border: 0,
  borderLeft: `1px solid ${color.line}`,
  background: 'transparent',
  color: color.ink,
  tabSize: 2,
  whiteSpace: 'pre',
  overflow: 'auto',
  overscrollBehavior: 'contain',
  resize: 'vertical',
  outline: 'none',
  selectors: { '&:focus-visible': { outline: 'none' } },
});

export const foot = style([formFoot, area('foot')]);
export const state = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  minHeight: '1.5em',
  color: color.inkSoft,
  fontSize: text.sm,
});
export const savedWarnings = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  color: color.warn,
  fontSize: text.sm,
});
export const footButtons = style({ display: 'flex', flexWrap: 'wrap', gap: space(3) });
