import { style } from '@vanilla-extract/css';
import { entry } from '../../design/layout.css.ts';
import { font, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const page = style({ display: 'grid', gap: space(5), gridTemplateColumns: 'minmax(0, 1fr)' });
export const tools = style({
  display: 'grid',
  gap: space(3),
  alignItems: 'end',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [screen.medium]: { gridTemplateColumns: 'minmax(0, 1fr) 13rem' } },
});
export const search = style({ minWidth: 0 });

export const reader = style([entry, { '@media': { [screen.medium]: { flexWrap: 'nowrap' } } }]);
export const who = style({ minWidth: 0 });
export const why = style({ color: color.ink, fontSize: text.sm, overflowWrap: 'anywhere' });
export const side = style({ display: 'flex', flex: 'none', alignItems: 'center', gap: space(3) });

export const person = style({ display: 'grid', gap: space(5), gridTemplateColumns: 'minmax(0, 1fr)' });
export const verdict = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(3) });
export const facts = style({ display: 'grid', gap: space(2), margin: 0 });
export const fact = style({
  display: 'grid',
  gap: `0 ${space(4)}`,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [screen.medium]: { gridTemplateColumns: '9rem minmax(0, 1fr)' } },
});
export const label = style({ color: color.inkSoft, fontSize: text.sm, fontWeight: 400 });
export const value = style({ margin: 0, overflowWrap: 'anywhere' });
export const emails = style({ marginTop: space(2) });
export const sent = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: `0 ${space(4)}`,
  padding: `${space(2)} 0`,
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
});
export const word = style({ fontFamily: font.serif, fontSize: text.lg, overflowWrap: 'anywhere' });
export const when = style({ color: color.inkSoft, fontSize: text.sm, fontVariantNumeric: 'tabular-nums' });
export const delivery = style([
  sent,
  { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center' },
]);
export const outcome = style([when, { gridColumn: '1 / -1' }]);
export const answer = style({
  gridColumn: '1 / -1',
  color: color.ink,
  fontSize: text.sm,
  overflowWrap: 'anywhere',
});
