import { keyframes, style } from '@vanilla-extract/css';
import { font, motion, radius, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;
const rise = keyframes({ from: { transform: 'translateY(12px)' } });
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
/** First light: half a sun and its glow above a horizon. */
export const dawn = style({
  position: 'relative',
  width: space(36),
  height: space(12),
  marginBottom: space(2),
  borderBottom: `1px solid ${color.line}`,
  overflow: 'hidden',
  selectors: {
    '&::before': {
      content: '""',
      position: 'absolute',
      left: '50%',
      bottom: `-${space(5)}`,
      width: space(10),
      height: space(10),
      marginLeft: `-${space(5)}`,
      borderRadius: '50%',
      background: color.sunlight,
      boxShadow: `0 0 0 ${space(3)} ${color.accentSoft}`,
      animation: `${rise} ${motion.calm}`,
    },
  },
});
export const badMark = style({ color: color.bad });
export const title = style({ fontFamily: font.serif, fontSize: text.lg, fontWeight: 500, lineHeight: 1.3 });
export const body = style({
  maxWidth: '44ch',
  color: color.inkSoft,
  fontSize: text.sm,
  overflowWrap: 'anywhere',
});
export const action = style({ marginTop: space(3) });
