import { pronunciationFonts } from '@wordrise/core/constants';

/** Steps of 4 px: `space(3)` is 12 px. */
export const space = (steps: number) => `${steps * 4}px`;

/** One scale of 1.2 from 16 px. */
export const text = {
  xs: '0.75rem',
  sm: '0.875rem',
  base: '1rem',
  lg: '1.2rem',
  xl: '1.44rem',
  '2xl': '1.728rem',
  '3xl': '2.074rem',
  '4xl': '2.488rem',
} as const;

export const radius = { outer: '10px', inner: '6px', pill: '999px' } as const;

export const font = {
  serif: "Newsreader, 'Newsreader Georgia', 'Newsreader Times', Georgia, 'Times New Roman', serif",
  sans: "Inter, 'Inter Arial', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  mono: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
} as const;

/** For pronunciations: our subset of Noto Serif has every letter of the IPA that they use. */
export const phonetics = `'Noto Serif IPA', ${pronunciationFonts}`;

export const motion = { quick: '150ms ease-out', calm: '200ms ease-out' } as const;

export const screen = {
  /** Side bar instead of the bottom bar. */
  wide: '(min-width: 56rem)',
  /** Two columns on pages where one would be too long. */
  medium: '(min-width: 40rem)',
  /** A desktop at 400 % zoom: bars that stay in view would leave no room for anything else. */
  low: '(max-height: 20rem)',
  night: '(prefers-color-scheme: dark)',
  still: '(prefers-reduced-motion: reduce)',
} as const;
