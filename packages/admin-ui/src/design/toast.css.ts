import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { motion, radius, screen, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;
const arrive = keyframes({ from: { opacity: 0, transform: 'translateY(12px)' } });

export const viewport = style({
  position: 'fixed',
  zIndex: 60,
  // At the top on phones: the buttons of forms and dialogs and the bottom bar are at the bottom.
  top: `calc(${space(3)} + env(safe-area-inset-top))`,
  left: space(4),
  right: space(4),
  display: 'grid',
  justifyItems: 'center',
  pointerEvents: 'none',
  '@media': {
    [screen.wide]: { top: 'auto', left: 'auto', right: space(6), bottom: space(6), justifyItems: 'end' },
  },
});

export const toast = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: space(3),
  width: '100%',
  maxWidth: 420,
  minWidth: 280,
  padding: `${space(3)} ${space(3)} ${space(3)} ${space(4)}`,
  background: color.surface,
  color: color.ink,
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  boxShadow: tokens.shadow,
  fontSize: text.sm,
  pointerEvents: 'auto',
  animation: `${arrive} ${motion.calm}`,
});
const mark = style({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: space(7),
  height: space(7),
  borderRadius: '50%',
});
export const icon = styleVariants({
  success: [mark, { background: color.goodSoft, color: color.good }],
  warn: [mark, { background: color.warnSoft, color: color.warn }],
  error: [mark, { background: color.badSoft, color: color.bad }],
});
export const words = style({
  display: 'grid',
  gap: 1,
  flex: 1,
  minWidth: 0,
  paddingTop: space(1),
  overflowWrap: 'anywhere',
});
export const title = style({ fontWeight: 600 });
export const description = style({ color: color.inkSoft });
