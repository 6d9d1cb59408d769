/** Each is a custom property that pages may set, with what it is by day and by night. */
const palette = {
  paper: ['#fffdf9', '#1b2231'],
  ink: ['#1b2030', '#f3ede1'],
  accent: ['#bf4720', '#f5a06a'],
  'on-accent': ['#fff', '#24130a'],
  bad: ['#a82525', '#f59d94'],
} as const;

/** The colour in force: the page's `--wordrise-ink`, else ours. */
export const color = (name: keyof typeof palette) => `var(--${name})`;

/** Ink thinned: 75 for quieter text, 55 for the edge of a field, 15 for a hairline. They follow whatever ink is set. */
export const faded = (percent: 75 | 55 | 15) => `color-mix(in srgb, currentColor ${percent}%, transparent)`;

/** Gives every colour its value in force. */
export const colorProperties: Record<string, string> = Object.fromEntries(
  Object.entries(palette).map(([name, [day, night]]) => [
    `--${name}`,
    `var(--wordrise-${name}, light-dark(${day}, ${night}))`,
  ]),
);

export const radius = 'var(--wordrise-radius, 10px)';
export const innerRadius = 'calc(var(--wordrise-radius, 10px) * .6)';
export const wordFont = 'var(--wordrise-word-font, Georgia, serif)';
