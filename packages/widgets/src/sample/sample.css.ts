import { globalStyle } from '@vanilla-extract/css';
import { pronunciationFonts } from '@wordrise/core/constants';
import { color, faded, wordFont } from '../palette.ts';
import { part } from '../part.ts';

// All samples share one cell, so that the tallest sets the height and a change moves nothing.
part('stage', { display: 'grid' });
part(
  'sample',
  {
    gridArea: '1 / 1',
    '@media': {
      '(prefers-reduced-motion: no-preference)': { transition: '.2s' },
    },
  },
  { '[aria-hidden]': { visibility: 'hidden', opacity: 0 } },
);
part('subject', {
  paddingBottom: '.75em',
  borderBottom: `1px solid ${faded(15)}`,
  fontSize: '.875em',
  color: faded(75),
});
// Keeps words from breaking with large text on small screens.
part('word', { fontFamily: wordFont, fontSize: 'min(2.488em, 14vw)', lineHeight: 1.15, marginTop: '.4em' });
part('pronunciation', { fontFamily: pronunciationFonts, color: faded(75) });
part('part-of-speech', { fontStyle: 'italic' });
part('definition', { margin: '.75em 0' });
part('example', {
  paddingInlineStart: '.75em',
  borderInlineStart: `2px solid ${color('accent')}`,
  fontFamily: wordFont,
  fontStyle: 'italic',
});
part('tip', { marginTop: '1em', fontSize: '.875em', color: faded(75) });
part('tip-label', { fontWeight: 600, color: color('ink') });

part('controls', { marginTop: '1em', textAlign: 'center' });
// Buttons that don't work yet are hidden but keep their place.
globalStyle(':host(:not(:defined)) [part=controls]', { visibility: 'hidden' });
part(
  'control',
  {
    padding: '0 .5em',
    minWidth: '2em',
    lineHeight: 2,
    fontSize: '.875em',
    cursor: 'pointer',
  },
  { ':hover': { color: color('accent') }, '[aria-current]': { color: color('accent') } },
);
// Usually below the form, which has no margin. The page's own rules win, and its margins collapse with it.
globalStyle(':host(wordrise-sample)', { marginTop: '1em' });
