/** Custom properties that pages may set, with their light and dark defaults. */
const palette = {
  paper: ['#fffdf9', '#1b2231'],
  ink: ['#1b2030', '#f3ede1'],
  accent: ['#bf4720', '#f5a06a'],
  'on-accent': ['#fff', '#24130a'],
  bad: ['#a82525', '#f59d94'],
} as const;

/** The current color: the page's `--wordrise-ink`, for example, or our default. */
export const color = (name: keyof typeof palette) => `var(--${name})`;

/** Translucent ink: 75 for quieter text, 55 for field borders, 15 for hairlines. Follows the current ink color. */
export const faded = (percent: 75 | 55 | 15) => `color-mix(in srgb, currentColor ${percent}%, transparent)`;

/** Resolves every color to the page's value or our default. */
export const colorProperties: Record<string, string> = Object.fromEntries(
  Object.entries(palette).map(([name, [day, night]]) => [
    `--${name}`,
    `var(--wordrise-${name}, light-dark(${day}, ${night}))`,
  ]),
);

export const radius = 'var(--wordrise-radius, 10px)';
export const innerRadius = 'calc(var(--wordrise-radius, 10px) * .6)';
export const wordFont = 'var(--wordrise-word-font, Georgia, serif)';
