import { globalStyle, style } from '@vanilla-extract/css';
import { color, colorProperties, faded, radius } from './palette.ts';

globalStyle(':host(:not([hidden]))', { display: 'block' });

/** Resets everything, so that the page's text styles (color, case, spacing, cursor …) are not inherited. */
export const root = style(
  {
    all: 'initial',
    display: 'block',
    boxSizing: 'border-box',
    position: 'relative',
    maxWidth: '36em',
    padding: 'min(1.5em, 6%)',
    background: color('paper'),
    color: color('ink'),
    border: `1px solid ${faded(15)}`,
    borderRadius: radius,
    // Never below 16 px, even if the page's root size is smaller, because phones zoom into smaller fields.
    font: 'var(--wordrise-font-size, max(1rem, 16px))/1.5 var(--wordrise-font, system-ui, sans-serif)',
    overflowWrap: 'anywhere',
    // The page's scheme: light if it sets none, even at night.
    colorScheme: 'inherit',
    vars: colorProperties,
    selectors: {
      '&[data-theme=light]': { colorScheme: 'light' },
      '&[data-theme=dark]': { colorScheme: 'dark' },
    },
  },
  'root',
);
globalStyle(`${root} *`, { all: 'unset', display: 'revert', boxSizing: 'border-box' });
globalStyle(`${root} :where(:focus-visible)`, { outline: `2px solid ${color('ink')}`, outlineOffset: 2 });

/** Visible only to screen readers. */
globalStyle(`${root} [part=unseen]`, {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
});
