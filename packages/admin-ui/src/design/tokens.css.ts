import { assignVars, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css';

/** Every color, size and duration of the product. Custom properties have plain names (`--wr-color-ink`), so that
 * the widgets on the landing page can use the same ones. */
export const tokens = createGlobalThemeContract(
  {
    color: {
      /** Page, card, and areas a step below the page. */
      paper: 'color-paper',
      surface: 'color-surface',
      sunken: 'color-sunken',
      /** Reading text; quieter text; captions. */
      ink: 'color-ink',
      inkSoft: 'color-ink-soft',
      inkFaint: 'color-ink-faint',
      line: 'color-line',
      /** Edges of fields: 3:1 against the page. */
      lineStrong: 'color-line-strong',
      /** First light: the main action, and today. */
      accent: 'color-accent',
      accentHover: 'color-accent-hover',
      onAccent: 'color-on-accent',
      accentSoft: 'color-accent-soft',
      accentInk: 'color-accent-ink',
      link: 'color-link',
      linkSoft: 'color-link-soft',
      good: 'color-good',
      goodSoft: 'color-good-soft',
      warn: 'color-warn',
      warnSoft: 'color-warn-soft',
      bad: 'color-bad',
      badSoft: 'color-bad-soft',
      onBad: 'color-on-bad',
      scrim: 'color-scrim',
    },
    shadow: 'shadow',
  },
  (name) => `wr-${name}`,
);

type Palette = Record<keyof typeof tokens.color, string>;

export const light: Palette = {
  paper: '#faf7f1',
  surface: '#fffdf9',
  sunken: '#f2ede4',
  ink: '#1b2030',
  inkSoft: '#474d5e',
  inkFaint: '#656a79',
  line: '#e5dfd3',
  lineStrong: '#8c877c',
  accent: '#bf4720',
  accentHover: '#a63b18',
  onAccent: '#ffffff',
  accentSoft: '#fdebdd',
  accentInk: '#9a3a16',
  link: '#28599b',
  linkSoft: '#e6edf7',
  good: '#1d6843',
  goodSoft: '#e2f1e7',
  warn: '#7c5200',
  warnSoft: '#fbf0d3',
  bad: '#a82525',
  badSoft: '#fbe8e5',
  onBad: '#ffffff',
  scrim: 'rgb(27 32 48 / 0.42)',
};

export const dark: Palette = {
  paper: '#141a26',
  surface: '#1b2231',
  sunken: '#10151f',
  ink: '#f3ede1',
  inkSoft: '#c6c1b7',
  inkFaint: '#a09c94',
  line: '#2d3546',
  lineStrong: '#737d91',
  accent: '#f5a06a',
  accentHover: '#ffb587',
  onAccent: '#24130a',
  accentSoft: '#3a2a25',
  accentInk: '#f8b48a',
  link: '#93bdf2',
  linkSoft: '#1f2f48',
  good: '#84d3a7',
  goodSoft: '#173329',
  warn: '#eec470',
  warnSoft: '#362d18',
  bad: '#f59d94',
  badSoft: '#3d2327',
  onBad: '#2b0d0b',
  scrim: 'rgb(4 7 13 / 0.62)',
};

const lightVars = assignVars(tokens, {
  color: light,
  shadow: '0 1px 2px rgb(27 32 48 / 0.05), 0 12px 32px -12px rgb(27 32 48 / 0.18)',
});
const darkVars = assignVars(tokens, {
  color: dark,
  shadow: '0 1px 2px rgb(0 0 0 / 0.4), 0 12px 32px -12px rgb(0 0 0 / 0.6)',
});

globalStyle(':root', { vars: lightVars, colorScheme: 'light' });
globalStyle(':root:not([data-theme="light"])', {
  '@media': { '(prefers-color-scheme: dark)': { vars: darkVars, colorScheme: 'dark' } },
});
globalStyle(':root[data-theme="dark"]', { vars: darkVars, colorScheme: 'dark' });
