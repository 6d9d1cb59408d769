import { style } from '@vanilla-extract/css';
import { motion, radius, space } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;

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
