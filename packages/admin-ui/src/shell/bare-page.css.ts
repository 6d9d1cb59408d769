import { style } from '@vanilla-extract/css';
import { font, space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;

export const center = style({
  display: 'grid',
  placeItems: 'center',
  minHeight: '100dvh',
  padding: `${space(8)} ${space(4)}`,
});
export const message = style({ display: 'grid', justifyItems: 'center', gap: space(3), textAlign: 'center' });
export const word = style({
  fontFamily: font.serif,
  fontSize: text['4xl'],
  fontWeight: 500,
  lineHeight: 1.1,
});
export const part = style({ color: color.inkFaint, fontSize: text.lg, fontStyle: 'italic', fontWeight: 400 });
export const heading = style({ fontSize: text.lg, fontWeight: 600 });
export const note = style({ maxWidth: '46ch', color: color.inkSoft, marginBottom: space(3) });
export const waiting = style({ maxWidth: 720, margin: '0 auto', padding: space(6) });
