import {
  type DesignColors,
  designColors,
  type HeaderStyle,
  type SunriseLight,
  sunriseLight,
  sunriseStops,
  type TypePairingName,
  typePairings,
} from '@wordrise/core/constants';

/** The parts of a design that the style sheet of the public pages follows. */
export interface BrandStyle {
  accent: string | null;
  type: TypePairingName;
  header: HeaderStyle;
}

/** Custom properties for the public pages, which have their own colors and fonts where one is missing. */
export function renderBrandStyles({ accent, type, header }: BrandStyle): string {
  const colors = designColors(accent);
  const light = accent === null ? undefined : sunriseLight(accent);
  const { serif, sans } = typePairings[type];
  const scheme = (name: 'day' | 'night') => ({
    ...(accent !== null && accentOf(colors[name])),
    ...headerOf(header, colors, name),
    ...heroOf(header, colors, name, light?.[name]),
  });
  const fonts = type === 'classic' ? {} : { '--wr-brand-serif': serif, '--wr-brand-sans': sans };
  return [
    rule(':root', { ...fonts, ...scheme('day') }),
    `@media (prefers-color-scheme: dark) {\n${rule(':root:not([data-theme="light"])', scheme('night'))}}\n`,
    rule('.wr-logo', { display: 'block', 'max-width': '100%', height: 'auto' }),
    rule('h1 > .wr-logo', { margin: 'auto' }),
    rule('.wr-logo[data-ground="dark"]', { ...plate, background: '#1b2030' }),
    `@media (prefers-color-scheme: dark) {\n${rule('.wr-logo[data-ground="light"]', { ...plate, background: '#faf7f1' })}${rule('.wr-logo[data-ground="dark"]', { padding: '0', background: 'none' })}}\n`,
  ].join('');
}

const plate = { padding: '6px 10px', 'border-radius': '6px' };

type Declarations = Record<string, string>;

function rule(selector: string, declarations: Declarations): string {
  const lines = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};\n`);
  return lines.length === 0 ? '' : `${selector} {\n${lines.join('')}}\n`;
}

function accentOf({ accent, accentHover, onAccent, accentSoft, accentInk, sun }: DesignColors['day']) {
  return {
    '--wr-color-accent': accent,
    '--wr-color-accent-hover': accentHover,
    '--wr-color-on-accent': onAccent,
    '--wr-color-accent-soft': accentSoft,
    '--wr-color-accent-ink': accentInk,
    '--wr-color-sunlight': sun,
  };
}

/** The head of the archive's pages. */
function headerOf(header: HeaderStyle, colors: DesignColors, scheme: 'day' | 'night'): Declarations {
  const { accentSoft, sun } = colors[scheme];
  const { ground, text } = colors.band;
  if (header === 'sunrise') return { '--wr-brand-header': accentSoft, '--wr-brand-sun': sun };
  const sunless = { '--wr-brand-sun': 'transparent', '--wr-brand-header-height': '0' };
  return header === 'band'
    ? { ...sunless, '--wr-brand-header': ground, '--wr-brand-header-ink': text, '--wr-brand-ray': sun }
    : { ...sunless, '--wr-brand-header': 'transparent', '--wr-brand-ray': sun };
}

/** The head of the landing page. */
function heroOf(
  header: HeaderStyle,
  colors: DesignColors,
  scheme: 'day' | 'night',
  light: SunriseLight | undefined,
): Declarations {
  if (header === 'sunrise') {
    if (!light) return {};
    const stops = sunriseStops[scheme].map((percent, at) => `${light.sky[at]} ${percent}%`);
    return {
      '--wr-brand-hero-sky': `linear-gradient(180deg, ${stops.join(', ')})`,
      // As translucent as the built-in ones.
      '--wr-brand-hero-glow': `${light.glow}${scheme === 'day' ? 'd9' : 'bf'}`,
      '--wr-brand-hero-sun': light.sun,
      '--wr-brand-hero-sea': light.sea,
    };
  }
  // The hero's text is in ink: a band in the full color would not let it be read.
  const ground = header === 'band' ? colors[scheme].accentSoft : 'transparent';
  return {
    '--wr-brand-hero-sky': `linear-gradient(${ground}, ${ground})`,
    '--wr-brand-hero-glow': 'transparent',
    '--wr-brand-hero-sun': 'transparent',
    '--wr-brand-hero-sea': 'transparent',
  };
}
