import { createVar, globalStyle, style } from '@vanilla-extract/css';
import { motion, radius, screen, space, text } from '../design/scale.ts';
import { sunrise } from '../design/sunrise.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;
export const display =
  "'Newsreader Display', 'Display Georgia', 'Display Times', Georgia, 'Times New Roman', serif";
const sans =
  "'Inter Landing', 'Inter Arial', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

export const wide = '(min-width: 58rem)';
export const night = '(prefers-color-scheme: dark)';

globalStyle('body', { fontFamily: sans });
globalStyle('html', {
  '@media': { '(prefers-reduced-motion: no-preference)': { scrollBehavior: 'smooth' } },
});

export const sky = createVar();
const glow = createVar();
export const sun = createVar();
export const sea = createVar();
/** How far the sheets lie over the hero; the horizon shows a little above them. */
const overlap = createVar();
const horizon = `calc(100% - ${overlap} - 28px)`;

const lightOf = (light: Record<keyof typeof sunrise.day, string>) => ({
  [sky]: light.sky,
  [glow]: light.glow,
  [sun]: light.sun,
  [sea]: light.sea,
});
export const day = lightOf(sunrise.day);
export const dark = lightOf(sunrise.night);

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
});
globalStyle('wordrise-signup::part(root), wordrise-sample::part(root)', {
  maxWidth: 'none',
  padding: 0,
  border: 0,
  background: 'none',
  fontFamily: sans,
});
// Only the word is in the display font, which lacks the letters of the IPA.
globalStyle('wordrise-sample::part(word)', { fontFamily: display, fontWeight: 500 });

// Once the page's script runs, a toast shows the error instead.
globalStyle(':root:has([data-telling]) wordrise-signup::part(alert)', { display: 'none' });

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
