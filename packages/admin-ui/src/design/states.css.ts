import { keyframes, style } from '@vanilla-extract/css';
import { font, radius, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;
const breathe = keyframes({ '50%': { opacity: 0.5 } });

export const skeleton = style({
  display: 'block',
  background: color.sunken,
  borderRadius: radius.inner,
  animation: `${breathe} 1.8s ease-in-out infinite`,
});
export const skeletonStack = style({ display: 'grid', gap: space(3) });

export const state = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space(2),
  padding: `${space(10)} ${space(6)}`,
  textAlign: 'center',
});
export const mark = style({
  display: 'grid',
  placeItems: 'center',
  width: space(12),
  height: space(12),
  marginBottom: space(1),
  borderRadius: '50%',
  background: color.sunken,
  color: color.inkSoft,
});
export const badMark = style([mark, { background: color.badSoft, color: color.bad }]);
export const title = style({ fontFamily: font.serif, fontSize: text.lg, fontWeight: 500, lineHeight: 1.3 });
export const body = style({
  maxWidth: '44ch',
  color: color.inkSoft,
  fontSize: text.sm,
  overflowWrap: 'anywhere',
});
export const action = style({ marginTop: space(3) });
