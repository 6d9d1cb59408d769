import { style } from '@vanilla-extract/css';
import { motion, radius, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;

export const frame = style({
  display: 'flex',
  flex: 'none',
  gap: 2,
  padding: 2,
  borderRadius: radius.outer,
  background: color.sunken,
});
export const view = style({
  minHeight: space(7),
  padding: `0 ${space(3)}`,
  border: 0,
  borderRadius: 8,
  background: 'transparent',
  color: color.inkSoft,
  fontSize: text.sm,
  fontWeight: 550,
  cursor: 'pointer',
  transition: `background-color ${motion.quick}, color ${motion.quick}`,
  selectors: {
    '&:hover': { color: color.ink },
    '&[aria-pressed="true"]': { background: color.surface, color: color.ink },
  },
});
