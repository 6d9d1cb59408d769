import { style } from '@vanilla-extract/css';
import { font, screen, space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;

export const send = style({ display: 'grid', gap: space(4), gridTemplateColumns: 'minmax(0, 1fr)' });
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space(2)} ${space(4)}`,
});
export const title = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space(1)} ${space(3)}`,
  minWidth: 0,
});
export const word = style({
  fontFamily: font.serif,
  fontSize: text['2xl'],
  fontWeight: 500,
  lineHeight: 1.2,
  overflowWrap: 'anywhere',
});
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space(2) });
export const counts = style({
  display: 'grid',
  gap: `${space(3)} ${space(4)}`,
  margin: 0,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': { [screen.medium]: { gridTemplateColumns: 'repeat(auto-fit, minmax(6.5rem, 1fr))' } },
});
export const label = style({ color: color.inkSoft, fontSize: text.sm });
export const count = style({
  margin: 0,
  fontFamily: font.serif,
  fontSize: text.xl,
  fontVariantNumeric: 'lining-nums tabular-nums',
  lineHeight: 1.2,
});
export const note = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space(2)} ${space(4)}`,
  color: color.inkSoft,
  fontSize: text.sm,
});
export const noteText = style({ maxWidth: '65ch', color: color.inkSoft, fontSize: text.sm });
export const reason = style({ color: color.bad, fontSize: text.sm, overflowWrap: 'anywhere' });
