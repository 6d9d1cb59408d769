import { globalStyle } from '@vanilla-extract/css';
import { pronunciationFonts } from '@wordrise/core/constants';
import { color, faded, wordFont } from '../palette.ts';
import { part } from '../part.ts';

part('today', { fontSize: '.875em', fontWeight: 600, color: faded(75) });
// Keeps words from breaking with large text on small screens.
part('word', { fontFamily: wordFont, fontSize: 'min(2.488em, 14vw)', lineHeight: 1.15, marginTop: '.2em' });
part('pronunciation', { fontFamily: pronunciationFonts, color: faded(75) });
part('part-of-speech', { fontStyle: 'italic' });
part('definition', { margin: '.75em 0' });
part('example', {
  paddingInlineStart: '.75em',
  borderInlineStart: `2px solid ${color('accent')}`,
  fontFamily: wordFont,
});
part('empty', { margin: '.75em 0' });
part('links', { marginTop: '1em', fontSize: '.875em' });
part(
  'link',
  {
    display: 'inline-block',
    padding: '.25em 0',
    marginInlineEnd: '1.25em',
    textDecoration: 'underline',
    cursor: 'pointer',
  },
  { ':hover': { color: color('accent') } },
);
// As the samples, which may be right above. The page's own rules win, and its margins collapse with it.
globalStyle(':host(wordrise-today)', { marginTop: '1em' });
