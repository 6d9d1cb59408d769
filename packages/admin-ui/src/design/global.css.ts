import { globalStyle, keyframes } from '@vanilla-extract/css';
import { font, screen } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' });
globalStyle('html', {
  WebkitTextSizeAdjust: '100%',
  textSizeAdjust: '100%',
  // Always there, so that nothing moves sideways and colored bands reach it.
  overflowY: 'scroll',
  // A focused element must not be hidden by a toast, a row of buttons that stays at the bottom, or the bar of phones.
  scrollPadding: '96px 0 144px',
  '@media': { [screen.wide]: { scrollPadding: '24px 0 96px' }, [screen.low]: { scrollPadding: 0 } },
});
// While a dialog is open the page does not scroll. It keeps its width without its scroll bar, whose place is dimmed too:
// a gutter that the browser reserves would stay light.
globalStyle('html[data-dialog]', { overflow: 'hidden' });
globalStyle('html[data-dialog] body', { paddingRight: 'var(--scroll-bar, 0px)' });
globalStyle('body', {
  margin: 0,
  background: color.paper,
  color: color.ink,
  fontFamily: font.sans,
  fontSize: '1rem',
  lineHeight: 1.55,
  WebkitFontSmoothing: 'antialiased',
  MozOsxFontSmoothing: 'grayscale',
});
globalStyle('h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset, blockquote', { margin: 0, padding: 0 });
globalStyle('fieldset', { border: 0, minWidth: 0 });
globalStyle('ul, ol', { listStyle: 'none' });
globalStyle('button, input, select, textarea', {
  font: 'inherit',
  color: 'inherit',
  letterSpacing: 'inherit',
});
globalStyle('input:is([type=checkbox], [type=radio])', { accentColor: color.accent });
globalStyle('img, svg', { display: 'block', maxWidth: '100%' });
globalStyle('a', { color: color.link, textUnderlineOffset: '0.18em', textDecorationThickness: '1px' });
globalStyle('table', { borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' });
globalStyle('code, kbd, pre', { fontFamily: font.mono, fontSize: '0.9em' });
globalStyle('[hidden]', { display: 'none !important' });

// In index.html, which knows no generated names. Fast connections do not see it.
const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });
globalStyle('.starting', {
  display: 'grid',
  placeItems: 'center',
  minHeight: '100dvh',
  color: color.inkSoft,
  animation: `${appear} 200ms 400ms both`,
  '@media': { '(scripting: none)': { display: 'none' } },
});

globalStyle('noscript', { '@media': { '(scripting: none)': { display: 'block', padding: 24 } } });

// One focus ring for everything.
globalStyle(':focus-visible', { outline: `2px solid ${color.link}`, outlineOffset: '2px' });
// Headings get the focus after a navigation, for screen readers; a ring there would look like a control.
globalStyle('h1:focus, main:focus', { outline: 'none' });

globalStyle('*, *::before, *::after', {
  '@media': {
    [screen.still]: {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // A short duration would start a transition of every property of every element, and one more per inherited value.
      transition: 'none !important',
      scrollBehavior: 'auto !important' as 'auto',
    },
  },
});
