/** The colors that follow from an owner's accent, for light and dark mode. Every one is `#rrggbb`. */
export interface DesignColors {
  day: SchemeColors;
  night: SchemeColors;
  /** The same in both modes: the band of a header in the accent color, and the text on it. */
  band: { ground: string; text: string };
}

export interface SchemeColors {
  /** Buttons, and the text on them. */
  accent: string;
  accentHover: string;
  onAccent: string;
  /** The sky of a header, and other quiet areas. */
  accentSoft: string;
  /** The accent as text. */
  accentInk: string;
  sun: string;
}

/** The pages that the colors stand on, and the texts on them. */
const grounds = {
  day: { paper: '#faf7f1', ink: '#1b2030' },
  night: { paper: '#141a26', ink: '#f3ede1' },
} as const;

export const defaultAccent = '#bf4720';

/** The look without an accent of one's own. */
const defaultColors: DesignColors = {
  day: {
    accent: defaultAccent,
    accentHover: '#a63b18',
    onAccent: '#ffffff',
    accentSoft: '#fdebdd',
    accentInk: '#8b3211',
    sun: '#f0955a',
  },
  night: {
    accent: '#f5a06a',
    accentHover: '#ffb587',
    onAccent: '#24130a',
    accentSoft: '#2a2438',
    accentInk: '#f8b48a',
    sun: '#f5a06a',
  },
  band: { ground: defaultAccent, text: '#ffffff' },
};

/** What text needs (WCAG 2, AA), what a text in color gets, and what tells a button from the page at all. */
const ratios = { text: 4.5, colored: 7, night: 6, visible: 1.25 } as const;

/** @param accent `#rrggbb`, or nothing for the built-in colors. */
export function designColors(accent: string | null): DesignColors {
  if (accent === null || accent === defaultAccent) return defaultColors;
  const own = toOklch(accent);
  const lit = fromOklch(lighter(own, ratios.night));
  return {
    day: {
      accent,
      accentHover: fromOklch({ ...own, l: own.l > 0.3 ? own.l - 0.06 : own.l + 0.1 }),
      onAccent: textOn(accent),
      accentSoft: fromOklch({ ...own, l: 0.95, c: Math.min(own.c * 0.3, 0.032) }),
      accentInk: fromOklch(darker(own, ratios.colored)),
      sun: accent,
    },
    night: {
      accent: lit,
      accentHover: fromOklch({ ...toOklch(lit), l: Math.min(0.95, toOklch(lit).l + 0.06) }),
      onAccent: textOn(lit),
      accentSoft: fromOklch({ ...own, l: 0.28, c: Math.min(own.c * 0.4, 0.045) }),
      accentInk: fromOklch(lighter(own, ratios.colored)),
      sun: lit,
    },
    band: { ground: accent, text: textOn(accent) },
  };
}

/** Why a color cannot be the accent, in words for its owner; nothing if it can. */
export function accentProblem(accent: string): string | undefined {
  if (contrast(accent, grounds.day.paper) >= ratios.visible) return undefined;
  return 'This color is too pale: buttons would hardly stand out from the page. Choose a stronger one.';
}

/** What was done with an accent so that everything stays readable. */
export function accentNotes(accent: string | null): { text: string; color: string; on: string }[] {
  const { day, night } = designColors(accent);
  const onButton = contrast(day.accent, day.onAccent);
  const asText = contrast(day.accent, grounds.day.paper) >= ratios.colored;
  return [
    {
      text: `Text on buttons is ${isLight(day.onAccent) ? 'white' : 'dark'} (contrast ${rounded(onButton)})`,
      color: day.onAccent,
      on: day.accent,
    },
    {
      text: asText
        ? `As text, the color is readable (contrast ${rounded(contrast(day.accentInk, grounds.day.paper))})`
        : `As text, a darker shade is used (contrast ${rounded(contrast(day.accentInk, grounds.day.paper))})`,
      color: day.accentInk,
      on: grounds.day.paper,
    },
    {
      text: `In dark mode, ${night.accent === day.accent ? 'the same color' : 'a lighter shade'} is used (contrast ${rounded(contrast(night.accent, grounds.night.paper))})`,
      color: night.accent,
      on: grounds.night.paper,
    },
  ];
}

const rounded = (ratio: number) => `${Math.floor(ratio * 10) / 10}:1`;
const isLight = (color: string) => luminance(color) > 0.5;

/** White where it is readable, because most buttons have it; otherwise dark. Black is readable wherever white is not. */
function textOn(ground: string): string {
  return ['#ffffff', '#14161d'].find((text) => contrast(text, ground) >= ratios.text) ?? '#000000';
}

/** The contrast ratio as defined by WCAG 2. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The relative luminance as defined by WCAG 2. */
export function luminance(color: string): number {
  const [red, green, blue] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

interface Oklch {
  l: number;
  c: number;
  h: number;
}

const step = 0.01;

/** The nearest darker shade with this contrast to the day's page. */
function darker(color: Oklch, ratio: number): Oklch {
  let l = color.l;
  while (l > 0 && contrast(fromOklch({ ...color, l }), grounds.day.paper) < ratio) l -= step;
  return { ...color, l: Math.max(0, l) };
}

/** The nearest lighter shade with this contrast to the night's page. */
function lighter(color: Oklch, ratio: number): Oklch {
  let l = color.l;
  while (l < 1 && contrast(fromOklch({ ...color, l }), grounds.night.paper) < ratio) l += step;
  return { ...color, l: Math.min(1, l) };
}

type Rgb = [red: number, green: number, blue: number];

function linear(color: string): Rgb {
  return [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
}

/** In Oklab's polar form, lightness can change without a change of hue. The matrices are those of CSS Color 4. */
function toOklch(color: string): Oklch {
  const [r, g, b] = linear(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const [lightness, a, bb] = [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
  return { l: lightness, c: Math.hypot(a, bb), h: Math.atan2(bb, a) };
}

/** The nearest color that a screen has: with less chroma, if it needs less. */
function fromOklch(color: Oklch): string {
  let { c } = color;
  while (c > 0.001 && !isShown(toLinear({ ...color, c }))) c *= 0.95;
  return `#${toLinear({ ...color, c })
    .map(toHex)
    .join('')}`;
}

const isShown = (rgb: Rgb) => rgb.every((part) => part >= -0.0005 && part <= 1.0005);

function toLinear({ l: lightness, c, h }: Oklch): Rgb {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toHex(part: number): string {
  const shown = Math.min(1, Math.max(0, part));
  const encoded = shown <= 0.0031308 ? shown * 12.92 : 1.055 * shown ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

/** The light of the hero's sunrise and of shared pictures. */
export interface SunriseLight {
  /** From the top of the sky to the horizon, at `sunriseStops`. */
  sky: readonly string[];
  glow: string;
  sun: string;
  sea: string;
}

/** How far down the sky each of its colors is, in percent, by day and at night. */
export const sunriseStops = { day: [0, 28, 50, 72, 100], night: [0, 34, 60, 80, 100] } as const;

/** The sunrise in another accent, as bright as the built-in one, so that text stays as readable. */
export function sunriseLight(accent: string): Record<'day' | 'night', SunriseLight> {
  const { c, h } = toOklch(accent);
  const tint = (l: number, chroma: number) => fromOklch({ l, c: Math.min(c, chroma), h });
  return {
    day: {
      sky: ['#dbe6f5', '#ecebef', tint(0.925, 0.03), tint(0.87, 0.07), tint(0.79, 0.11)],
      glow: tint(0.95, 0.05),
      sun: tint(0.97, 0.03),
      sea: tint(0.78, 0.1),
    },
    night: {
      sky: ['#0c1221', '#151a31', tint(0.28, 0.04), tint(0.36, 0.07), tint(0.46, 0.1)],
      glow: tint(0.7, 0.13),
      sun: tint(0.9, 0.07),
      sea: tint(0.36, 0.06),
    },
  };
}
