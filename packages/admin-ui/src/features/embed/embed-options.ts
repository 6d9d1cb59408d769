/** The admin's choices; the widget's defaults stay out of the snippets. */
export interface EmbedOptions {
  theme: 'auto' | 'light' | 'dark';
  favoriteWord: boolean;
  button: string;
  /** Below the button; `[label](address)` makes a link. */
  note: string;
  /** `#rrggbb`; `undefined` for the widget's default. */
  accent: string | undefined;
  corners: keyof typeof cornerSizes;
}

const cornerSizes = { round: undefined, soft: '4px', square: '0px' } as const;

export const defaultOptions: EmbedOptions = {
  theme: 'auto',
  favoriteWord: true,
  button: '',
  note: '',
  accent: undefined,
  corners: 'round',
};

/** Texts that differ from the widget's defaults. */
export function textsOf({ button, note }: EmbedOptions): { button?: string; note?: string } {
  return {
    ...(button.trim() !== '' && { button: button.trim() }),
    ...(note.trim() !== '' && { note: note.trim() }),
  };
}

/** Custom properties that differ from the widget's defaults. */
export function propertiesOf({ accent, corners }: EmbedOptions): Record<string, string> {
  const size = cornerSizes[corners];
  return {
    ...(accent && { '--wordrise-accent': accent, '--wordrise-on-accent': readableOn(accent) }),
    ...(size && { '--wordrise-radius': size }),
  };
}

/** Black or white, whichever is easier to read on a color `#rrggbb`. */
function readableOn(color: string): '#ffffff' | '#000000' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}
