import { globalStyle, style } from '@vanilla-extract/css';
import { pronunciationFonts } from '@wordrise/core/constants';
import { space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;
// The landing page's fonts, which a visitor who comes from there has already; see landing-fonts.css. They have no italics.
const serif =
  "var(--wr-brand-serif, 'Newsreader Display', 'Display Georgia', 'Display Times', Georgia, 'Times New Roman', serif)";
const sans =
  "'Inter Landing', 'Inter Arial', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const roomy = '(min-width: 40rem)';
const margin = `max(${space(6)}, calc(50% - 19rem))`;

globalStyle('body', { fontFamily: `var(--wr-brand-sans, ${sans})` });

/** The sky of the emails: one color, with a sun half risen on the horizon. */
export const sky = style({
  position: 'relative',
  overflow: 'hidden',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'start',
  gap: `${space(1)} ${space(6)}`,
  minHeight: 'var(--wr-brand-header-height, 132px)',
  padding: `${space(6)} ${margin}`,
  background: `var(--wr-brand-header, ${color.accentSoft})`,
  fontSize: text.sm,
  '@media': { '(prefers-color-scheme: dark)': { background: 'var(--wr-brand-header, #2a2438)' } },
  '::after': {
    content: '""',
    position: 'absolute',
    right: margin,
    bottom: -44,
    width: 88,
    height: 88,
    borderRadius: '50%',
    background: 'var(--wr-brand-sun, #f0955a)',
  },
});
export const home = style({ fontWeight: 600 });
export const links = style({ display: 'flex', flexWrap: 'wrap', gap: `${space(1)} ${space(5)}` });
globalStyle(`${sky} a`, {
  color: `var(--wr-brand-header-ink, ${color.ink})`,
  textDecoration: 'none',
  padding: `${space(1)} 0`,
});
globalStyle(`${sky} a:hover`, { textDecoration: 'underline' });

export const column = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space(10),
  padding: `${space(10)} ${margin} ${space(14)}`,
  overflowWrap: 'anywhere',
});

export const article = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space(9),
});
// Line breaks that an admin typed.
globalStyle(`${article} p`, { whiteSpace: 'pre-line' });
const headline = {
  fontFamily: serif,
  fontWeight: 400,
  lineHeight: 1.08,
  letterSpacing: '-0.01em',
} as const;
export const word = style({
  ...headline,
  fontFamily: "var(--wr-brand-serif, Georgia, 'Times New Roman', serif)",
  fontSize: 'clamp(2.6rem, 13vw, 4.4rem)',
  marginTop: space(3),
  hyphens: 'auto',
});
/** Only for headwords whose letters are all in this font, so that fonts never mix within a word. */
export const inOwnFont = style({
  fontFamily:
    "var(--wr-brand-serif, 'Newsreader Display', 'Display Georgia', 'Display Times', Georgia, 'Times New Roman', serif)",
  fontWeight: 500,
});
export const title = style({ ...headline, fontSize: 'clamp(2.2rem, 9vw, 3.2rem)' });
export const spoken = style({
  marginTop: space(3),
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${space(3)}`,
  fontFamily: pronunciationFonts,
  fontSize: text.lg,
  color: color.inkSoft,
});
/** Hears the word. A finger needs 44 pixels; the line stays as high as its text. */
export const hear = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(1),
  margin: `calc(-1 * ${space(2)}) 0`,
  padding: `${space(2)} ${space(2)} ${space(2)} 0`,
  border: 0,
  background: 'none',
  color: color.accentInk,
  fontFamily: `var(--wr-brand-sans, ${sans})`,
  fontSize: text.base,
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  textDecoration: 'underline',
  selectors: {
    '&:disabled': { visibility: 'hidden' },
    // `noVoice` takes its place.
    '&[data-silent]': { position: 'absolute' },
    '&[data-playing]': { color: color.ink },
    '&:target': { fontWeight: 600 },
  },
  '@media': { print: { display: 'none' } },
});
/** Only for visitors who came to hear the word. */
export const noVoice = style({
  display: 'none',
  fontFamily: `var(--wr-brand-sans, ${sans})`,
  fontSize: text.base,
  selectors: { [`${hear}[data-silent]:target + &`]: { display: 'inline' } },
  '@media': {
    '(scripting: none)': { selectors: { [`${hear}:target + &`]: { display: 'inline' } } },
    print: { display: 'none' },
  },
});
export const hearInList = style([hear, { verticalAlign: 'middle', padding: space(2) }]);
export const soundIcon = style({
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  flex: 'none',
});
export const definition = style({ marginTop: space(6), fontSize: text.lg, lineHeight: 1.5 });
export const section = style({ display: 'grid', gap: space(2) });
export const label = style({ fontSize: text.sm, fontWeight: 600, color: color.inkFaint });
export const example = style({ fontSize: '1.0625rem' });
export const quotation = style({
  fontFamily: serif,
  fontSize: text.lg,
  lineHeight: 1.5,
});
export const quiet = style({ color: color.inkSoft });
export const tip = style([
  section,
  { paddingLeft: space(5), borderLeft: '3px solid var(--wr-brand-ray, var(--wr-brand-sun, #f0955a))' },
]);
export const share = style([section, { overflowWrap: 'anywhere' }]);
export const shareLine = style({ display: 'flex', flexWrap: 'wrap', gap: `${space(1)} ${space(4)}` });
export const date = style({ fontSize: text.sm, color: color.inkFaint });
/** The theme week of a word. */
export const thread = style({ fontSize: text.sm, fontWeight: 600, color: color.inkSoft });

export const neighbors = style({
  display: 'grid',
  gap: space(4),
  paddingTop: space(5),
  borderTop: `1px solid ${color.line}`,
  '@media': { [roomy]: { gridTemplateColumns: '1fr 1fr' } },
});
export const neighbor = style({
  display: 'grid',
  padding: `${space(1)} 0`,
  color: color.ink,
  textDecoration: 'none',
  selectors: { '&:hover': { textDecoration: 'underline' } },
});
export const next = style([neighbor, { '@media': { [roomy]: { gridColumn: 2, textAlign: 'right' } } }]);
export const neighborWord = style({ fontFamily: serif, fontSize: text.xl });

export const entries = style({ display: 'grid' });
export const entry = style({
  display: 'grid',
  gridTemplateColumns: '3.8rem minmax(0, 1fr)',
  gap: `0 ${space(3)}`,
  alignItems: 'baseline',
  padding: `${space(4)} 0`,
  borderTop: `1px solid ${color.line}`,
});
export const entryWord = style({
  fontFamily: serif,
  fontSize: text['2xl'],
  color: color.ink,
  lineHeight: 1.2,
});
/** In a list, the beginning of a long text is enough. */
export const entryText = style([
  quiet,
  { display: '-webkit-box', overflow: 'hidden', WebkitBoxOrient: 'vertical', WebkitLineClamp: 3 },
]);
export const months = style({ display: 'flex', flexWrap: 'wrap', gap: `${space(1)} ${space(5)}` });
globalStyle(`${months} a`, { display: 'inline-block', padding: `${space(1)} 0` });
globalStyle(`${months} [aria-current]`, { color: color.ink, textDecoration: 'none', fontWeight: 600 });

export const signup = style([
  section,
  { gap: space(4), paddingTop: space(8), borderTop: `1px solid ${color.line}` },
]);
export const signupTitle = style({ fontFamily: serif, fontSize: text.xl, fontWeight: 400, lineHeight: 1.2 });
globalStyle('wordrise-signup', {
  vars: {
    '--wordrise-paper': color.paper,
    '--wordrise-ink': color.ink,
    '--wordrise-accent': color.accent,
    '--wordrise-on-accent': color.onAccent,
    '--wordrise-bad': color.bad,
    '--wordrise-font': `var(--wr-brand-sans, ${sans})`,
  },
  display: 'block',
});
globalStyle('wordrise-signup::part(root)', { maxWidth: 'none', padding: 0, border: 0, background: 'none' });

export const footer = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `${space(2)} ${space(6)}`,
  padding: `${space(6)} ${margin} ${space(10)}`,
  fontSize: text.sm,
  color: color.inkSoft,
  alignItems: 'baseline',
});
globalStyle(`${footer} a`, { color: color.inkSoft, display: 'inline-block', padding: `${space(1)} 0` });

/** On paper, only the word: one card, without anything to click. */
globalStyle(`${sky}, ${share}, ${neighbors}, ${signup}, ${footer}`, {
  '@media': { print: { display: 'none' } },
});
globalStyle(column, { '@media': { print: { display: 'block', padding: 0 } } });
globalStyle(article, {
  '@media': {
    print: {
      padding: space(9),
      border: '1px solid #c9c4b8',
      borderRadius: 12,
      breakInside: 'avoid',
    },
  },
});
