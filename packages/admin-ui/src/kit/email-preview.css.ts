import { style } from '@vanilla-extract/css';
import { motion, radius, space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;
/** The width that emails are made for. */
const emailWidth = 640;
const scale = 0.5;

/** The top of the email, at half its size. */
export const thumbnail = style({
  position: 'relative',
  width: emailWidth * scale,
  maxWidth: '100%',
  height: space(88),
  overflow: 'hidden',
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.inner,
  boxShadow: tokens.shadow,
  transition: `transform ${motion.quick}`,
  // The word and what it means; more would push the page below the first screen of a phone.
  '@media': { '(max-width: 39.99rem)': { height: space(60) } },
});
export const paper = style({
  width: emailWidth,
  height: `calc(100% / ${scale})`,
  transform: `scale(${scale})`,
  transformOrigin: 'top left',
});
/** Over the email: a press anywhere opens it. */
export const open = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  padding: 0,
  background: 'none',
  border: 0,
  borderRadius: 'inherit',
  cursor: 'zoom-in',
  outlineOffset: '-3px',
});
/** The figure is as wide as the email, so that its caption wraps. */
export const sent = style({
  display: 'grid',
  gap: space(2),
  width: emailWidth * scale,
  maxWidth: '100%',
  gridTemplateColumns: 'minmax(0, 1fr)',
});
export const origin = style({ color: color.inkSoft, fontSize: text.sm });
export const subject = style({ fontWeight: 550, overflowWrap: 'anywhere' });
export const whole = style({
  height: 'min(70vh, 48rem)',
  overflow: 'hidden',
  border: `1px solid ${color.line}`,
  borderRadius: radius.inner,
});
