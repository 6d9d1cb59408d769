import { globalStyle } from '@vanilla-extract/css';
import { color, faded, innerRadius, radius, wordFont } from '../palette.ts';
import { part } from '../part.ts';
import { root } from '../theme.css.ts';

part('form', {
  // As many columns as fit; a media query would not know the space that the page leaves.
  display: 'grid',
  gap: '1em',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 13em), 1fr))',
});
globalStyle(`${root} [part=form] > :not([part=field])`, { gridColumn: '1 / -1' });

part('field', { display: 'grid', gap: '.25em', gridRow: 'span 2', gridTemplateRows: 'subgrid' });
part('label', { alignSelf: 'end', fontSize: '.875em', fontWeight: 600 });
part('optional', { fontWeight: 400, color: faded(75) });
part(
  'input',
  {
    width: '100%',
    padding: '.5em .75em',
    border: `1px solid ${faded(55)}`,
    borderRadius: innerRadius,
  },
  {
    '[aria-invalid]': { borderColor: color('bad'), boxShadow: `inset 0 0 0 1px ${color('bad')}` },
  },
);
part('error', { marginTop: '.3em', fontSize: '.875em', color: color('bad') });
part('alert', {
  fontSize: '.875em',
  paddingInlineStart: '.75em',
  borderInlineStart: `2px solid ${color('bad')}`,
});
part('alert-title', { fontWeight: 600, color: color('bad') });

part(
  'button',
  {
    display: 'block',
    padding: '.65em 1.25em',
    // Visible in forced colors.
    border: '1px solid transparent',
    borderRadius: radius,
    background: color('accent'),
    color: color('on-accent'),
    fontWeight: 600,
    textAlign: 'center',
    cursor: 'pointer',
  },
  {
    ':hover': { filter: 'brightness(.9)' },
  },
);
part('note', { fontSize: '.875em', color: faded(75) });
globalStyle(`${root} p a`, { textDecoration: 'underline', cursor: 'pointer' });

part('done', { display: 'grid', gap: '.25em', placeContent: 'center', textAlign: 'center', outline: 0 });
part('welcome-title', { fontFamily: wordFont, fontSize: '1.44em', fontWeight: 600 });
part('welcome', { color: faded(75) });
