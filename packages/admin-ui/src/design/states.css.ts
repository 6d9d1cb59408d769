import { keyframes, style, styleVariants } from '@vanilla-extract/css';
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
export const action = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: space(2),
  marginTop: space(3),
});

export const track = style({
  height: space(2),
  overflow: 'hidden',
  background: color.sunken,
  borderRadius: radius.pill,
  boxShadow: `inset 0 0 0 1px ${color.line}`,
});
export const bar = style({
  height: '100%',
  background: color.accent,
  borderRadius: radius.pill,
  transition: `width ${motion.calm}`,
});

const base = style({
  display: 'flex',
  gap: space(3),
  padding: `${space(3)} ${space(4)}`,
  borderRadius: radius.outer,
  fontSize: text.sm,
});
export const alert = styleVariants({
  info: [base, { background: color.linkSoft, color: color.ink }],
  good: [base, { background: color.goodSoft, color: color.ink }],
  warn: [base, { background: color.warnSoft, color: color.ink }],
  bad: [base, { background: color.badSoft, color: color.ink }],
});
const iconBase = style({ flex: 'none', marginTop: 1 });
export const icon = styleVariants({
  info: [iconBase, { color: color.link }],
  good: [iconBase, { color: color.good }],
  warn: [iconBase, { color: color.warn }],
  bad: [iconBase, { color: color.bad }],
});
export const alertBody = style({ display: 'grid', gap: space(1), minWidth: 0, overflowWrap: 'anywhere' });
export const alertTitle = style({ fontWeight: 600 });

const badgeBase = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(1),
  padding: `${space(0.5)} ${space(2)} ${space(0.5)} ${space(1.5)}`,
  borderRadius: radius.pill,
  // In a heading too.
  fontFamily: font.sans,
  fontSize: text.xs,
  fontWeight: 600,
  lineHeight: 1.5,
  whiteSpace: 'nowrap',
  flex: 'none',
});

export const badge = styleVariants({
  neutral: [badgeBase, { background: color.sunken, color: color.inkSoft }],
  today: [badgeBase, { background: color.accentSoft, color: color.accentInk }],
  info: [badgeBase, { background: color.linkSoft, color: color.link }],
  good: [badgeBase, { background: color.goodSoft, color: color.good }],
  warn: [badgeBase, { background: color.warnSoft, color: color.warn }],
  bad: [badgeBase, { background: color.badSoft, color: color.bad }],
});
