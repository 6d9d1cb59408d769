import { createVar, globalStyle, keyframes, style } from '@vanilla-extract/css';
import { motion, radius, screen, space, text } from '../design/scale.ts';
import { sunrise } from '../design/sunrise.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;
export const display =
  "var(--wr-brand-serif, 'Newsreader Display', 'Display Georgia', 'Display Times', Georgia, 'Times New Roman', serif)";
const sans =
  "var(--wr-brand-sans, 'Inter Landing', 'Inter Arial', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif)";

const wide = '(min-width: 58rem)';
const night = '(prefers-color-scheme: dark)';

globalStyle('body', { fontFamily: sans });
globalStyle('html', {
  '@media': { '(prefers-reduced-motion: no-preference)': { scrollBehavior: 'smooth' } },
});

const sky = createVar();
const glow = createVar();
const sun = createVar();
const sea = createVar();
/** How far the sheets lie over the hero; the horizon shows a little above them. */
const overlap = createVar();
const horizon = `calc(100% - ${overlap} - 28px)`;

const lightOf = (light: Record<keyof typeof sunrise.day, string>) => ({
  [sky]: `var(--wr-brand-hero-sky, ${light.sky})`,
  [glow]: `var(--wr-brand-hero-glow, ${light.glow})`,
  [sun]: `var(--wr-brand-hero-sun, ${light.sun})`,
  [sea]: `var(--wr-brand-hero-sea, ${light.sea})`,
});
const day = lightOf(sunrise.day);
const dark = lightOf(sunrise.night);

/** The one gradient of the product: a low sunrise over still water, which runs out into the paper. */
export const hero = style({
  vars: { [overlap]: space(28), ...day },
  position: 'relative',
  display: 'grid',
  justifyItems: 'center',
  padding: `${space(6)} ${space(5)} calc(${overlap} + ${space(32)})`,
  background: `
    linear-gradient(180deg, ${sea}, ${color.paper}) 0 100% / 100% calc(${overlap} + 28px) no-repeat,
    radial-gradient(circle at 50% ${horizon}, ${sun} 0 72px, transparent 73px),
    radial-gradient(ellipse 60% 55% at 50% ${horizon}, ${glow}, transparent),
    ${sky}`,
  textAlign: 'center',
  '@media': {
    [night]: { vars: dark },
    [wide]: {
      vars: { [overlap]: space(36) },
      padding: `${space(8)} ${space(8)} calc(${overlap} + ${space(36)})`,
    },
  },
});
export const heroNote = style({
  marginTop: space(6),
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(2),
  padding: `${space(1)} ${space(3)}`,
  borderRadius: radius.pill,
  background: `color-mix(in srgb, ${color.surface} 72%, transparent)`,
  color: color.ink,
  fontSize: text.sm,
  fontWeight: 550,
});
export const title = style({
  marginTop: space(14),
  fontFamily: display,
  fontSize: 'clamp(3.5rem, 15vw, 6.75rem)',
  fontWeight: 500,
  lineHeight: 0.98,
  letterSpacing: '-0.025em',
  overflowWrap: 'anywhere',
  '@media': { [wide]: { marginTop: space(16) } },
});
export const tagline = style({
  maxWidth: '24ch',
  marginTop: space(5),
  fontFamily: display,
  fontSize: 'clamp(1.5rem, 4.6vw, 2.1rem)',
  lineHeight: 1.2,
  textWrap: 'balance',
  '@media': { [wide]: { maxWidth: 'none' } },
});

export const desk = style({
  position: 'relative',
  display: 'grid',
  gap: space(5),
  gridTemplateColumns: 'minmax(0, 1fr)',
  maxWidth: 1080,
  margin: `-${space(28)} auto 0`,
  padding: `0 ${space(4)}`,
  '@media': {
    [wide]: {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
      gap: space(6),
      marginTop: `-${space(36)}`,
      padding: `0 ${space(8)}`,
    },
  },
  // Without the reasons below it, which have their own.
  selectors: { '&:last-child': { marginBottom: space(12) } },
});
export const sheet = style({
  display: 'grid',
  alignContent: 'start',
  gap: space(4),
  padding: space(6),
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  boxShadow: tokens.shadow,
  scrollMarginTop: space(6),
  '@media': { [wide]: { padding: space(8) } },
});
export const sheetTitle = style({
  fontFamily: display,
  fontSize: text.xl,
  fontWeight: 500,
  lineHeight: 1.2,
  '@media': { [wide]: { fontSize: text['2xl'] } },
});
export const sheetNote = style({ marginTop: space(1), color: color.inkSoft, fontSize: text.sm });

// The islands use the page's colors and blend into its sheets.
globalStyle('wordrise-signup, wordrise-sample', {
  vars: {
    '--wordrise-paper': color.surface,
    '--wordrise-ink': color.ink,
    '--wordrise-ink-soft': color.inkSoft,
    '--wordrise-line': color.line,
    '--wordrise-edge': color.lineStrong,
    '--wordrise-accent': color.accent,
    '--wordrise-on-accent': color.onAccent,
    '--wordrise-link': color.link,
    '--wordrise-bad': color.bad,
  },
  display: 'block',
  margin: 0,
});
globalStyle('wordrise-signup::part(root), wordrise-sample::part(root)', {
  maxWidth: 'none',
  padding: 0,
  border: 0,
  background: 'none',
  fontFamily: sans,
});
// Not the pronunciation: the display font lacks the letters of the IPA. It has no italics.
globalStyle('wordrise-sample::part(word)', { fontFamily: display, fontWeight: 500 });
globalStyle('wordrise-sample::part(example)', { fontFamily: display, fontStyle: 'normal', lineHeight: 1.45 });

// Once the page's script runs, a toast shows the error instead.
globalStyle(':root:has([data-announces]) wordrise-signup::part(alert)', { display: 'none' });

export const why = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space(10),
  maxWidth: 1080,
  margin: '0 auto',
  padding: `${space(20)} ${space(5)}`,
  '@media': { [wide]: { padding: `${space(28)} ${space(8)}` } },
});
export const whyTitle = style({
  fontFamily: display,
  fontSize: 'clamp(2rem, 6vw, 2.9rem)',
  fontWeight: 500,
  lineHeight: 1.1,
  letterSpacing: '-0.015em',
  textAlign: 'center',
  overflowWrap: 'anywhere',
});
export const benefits = style({
  display: 'grid',
  gap: `${space(8)} ${space(10)}`,
  width: '100%',
  '@media': {
    [screen.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    [wide]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  },
});
export const benefit = style({ paddingTop: space(4), borderTop: `1px solid ${color.line}` });
export const benefitTitle = style({
  fontFamily: display,
  fontSize: text.xl,
  fontWeight: 500,
  lineHeight: 1.25,
});
export const benefitText = style({ marginTop: space(2), color: color.inkSoft, maxWidth: '44ch' });

export const action = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: space(12),
  padding: `${space(3)} ${space(7)}`,
  borderRadius: radius.outer,
  background: color.accent,
  color: color.onAccent,
  fontWeight: 600,
  textDecoration: 'none',
  transition: `background-color ${motion.quick}`,
  selectors: { '&:hover': { background: color.accentHover } },
});

export const footer = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: `${space(2)} ${space(6)}`,
  maxWidth: 1016,
  margin: '0 auto',
  padding: `${space(6)} ${space(5)} ${space(10)}`,
  borderTop: `1px solid ${color.line}`,
  color: color.inkSoft,
  fontSize: text.sm,
  '@media': { [wide]: { padding: `${space(6)} 0 ${space(12)}` } },
});
export const footerLinks = style({ display: 'flex', flexWrap: 'wrap', gap: `${space(2)} ${space(6)}` });
export const footerLink = style({
  display: 'block',
  padding: '2px 0',
  color: color.inkSoft,
  selectors: { '&:hover': { color: color.link } },
});
globalStyle(`${footer} > *`, { padding: `${space(1)} 0` });

/** The card after a signup: the sun rises over its upper edge, once. */
const welcome = `${sheet}[data-welcome]`;
const rise = keyframes({ from: { backgroundPosition: '0 100%, 50% 300%, 0 0' } });
globalStyle(welcome, { gridTemplateRows: 'auto 1fr auto', overflow: 'hidden' });
globalStyle(`${welcome} > :first-child`, { display: 'none' });
globalStyle(`${welcome}::before`, {
  vars: day,
  content: '""',
  height: space(36),
  margin: `-${space(6)} -${space(6)} 0`,
  background: `
    linear-gradient(180deg, ${sea}, ${color.surface}) 0 100% / 100% 36px no-repeat,
    radial-gradient(circle, ${sun} 0 36px, transparent 37px) 50% 70% / 100% 80px no-repeat,
    ${sky}`,
  animation: `${rise} 1.6s cubic-bezier(0.2, 0.7, 0.2, 1)`,
  '@media': {
    [night]: { vars: dark },
    [wide]: { margin: `-${space(8)} -${space(8)} 0` },
  },
});
globalStyle(`${welcome} wordrise-signup::part(done)`, { minHeight: '0 !important' });
globalStyle('wordrise-signup::part(welcome-title)', {
  fontFamily: display,
  fontSize: text['2xl'],
  fontWeight: 500,
  lineHeight: 1.2,
});
globalStyle(`${welcome} > :nth-child(2)`, { alignSelf: 'center' });
export const firstWord = style({
  display: 'grid',
  gap: space(2),
  textAlign: 'center',
  color: color.inkSoft,
  fontSize: text.sm,
  textWrap: 'balance',
  overflowWrap: 'anywhere',
  // A live region must exist before its text; while empty it takes no row.
  selectors: { '&:empty': { position: 'absolute' } },
});
globalStyle(`${firstWord} strong`, { color: color.ink, fontWeight: 600 });
