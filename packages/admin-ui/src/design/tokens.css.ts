import { assignVars, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css';
import { dark, light } from './palettes.ts';

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
      /** The sun in an empty place. */
      sunlight: 'color-sunlight',
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
