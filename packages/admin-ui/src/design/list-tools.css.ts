import { style } from '@vanilla-extract/css';
import { scrollingLine } from './layout.css.ts';
import { motion, radius, screen, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;

export const pager = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(3),
});
export const summary = style({ fontSize: text.sm, color: color.inkSoft, fontVariantNumeric: 'tabular-nums' });
export const steps = style({ display: 'flex', alignItems: 'center', gap: space(3) });

/** With a gap of two pixels all letters fit next to the side bar on a laptop. */
export const letters = style([scrollingLine, { '@media': { [screen.medium]: { gap: 2 } } }]);
export const letter = style({
  flex: 'none',
  minWidth: space(8),
  minHeight: space(8),
  padding: `0 ${space(2)}`,
  border: 0,
  borderRadius: radius.inner,
  background: 'transparent',
  color: color.inkSoft,
  fontSize: text.sm,
  fontWeight: 550,
  cursor: 'pointer',
  // Fits all of them into one line of a card next to the side bar.
  '@media': { [screen.wide]: { minWidth: space(7.5), padding: `0 ${space(1)}` } },
  selectors: {
    '&:hover': { background: color.sunken, color: color.ink },
    '&[aria-pressed="true"]': { background: color.accentSoft, color: color.accentInk },
  },
});

export const viewSwitch = style({
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
