import { expect, test } from 'vitest';
import { dark, light } from './palettes.ts';

type Name = keyof typeof light;

/** WCAG 2 contrast of two `#rrggbb` colors. */
function contrast(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Backgrounds of text. */
const grounds = [
  'paper',
  'surface',
  'sunken',
  'accentSoft',
  'linkSoft',
  'warnSoft',
  'badSoft',
  'goodSoft',
] as const;
const readingText: [Name, Name][] = [
  ...(['ink', 'inkSoft'] as const).flatMap((on) => grounds.map((under): [Name, Name] => [on, under])),
  // Captions, today, and links between words.
  ...(['inkFaint', 'accentInk', 'link'] as const).flatMap((on) =>
    (['paper', 'surface'] as const).map((under): [Name, Name] => [on, under]),
  ),
  ['inkFaint', 'sunken'],
  ['accentInk', 'sunken'],
  ['accentInk', 'accentSoft'],
];
/** The few words of controls and states. */
const otherText: [Name, Name][] = [
  ['link', 'linkSoft'],
  ['link', 'warnSoft'],
  ['onAccent', 'accent'],
  ['onAccent', 'accentHover'],
  ['good', 'goodSoft'],
  ['warn', 'warnSoft'],
  ['bad', 'badSoft'],
  ['bad', 'surface'],
  ['onBad', 'bad'],
];
const edges: [Name, Name][] = [
  ['lineStrong', 'surface'],
  ['accent', 'paper'],
  ['accent', 'accentSoft'],
];

const palettes = [
  { palette: 'light', colors: light },
  { palette: 'dark', colors: dark },
];
const cases = (pairs: [Name, Name][]) =>
  palettes.flatMap(({ palette, colors }) => pairs.map(([on, under]) => ({ palette, on, under, colors })));

test.each(cases(readingText))('$palette: $on on $under reads easily (AAA)', ({ on, under, colors }) => {
  expect(contrast(colors[on], colors[under])).toBeGreaterThanOrEqual(7);
});
test.each(cases(otherText))('$palette: $on on $under can be read (AA)', ({ on, under, colors }) => {
  expect(contrast(colors[on], colors[under])).toBeGreaterThanOrEqual(4.5);
});
test.each(cases(edges))('$palette: $on shows against $under', ({ on, under, colors }) => {
  expect(contrast(colors[on], colors[under])).toBeGreaterThanOrEqual(3);
});
