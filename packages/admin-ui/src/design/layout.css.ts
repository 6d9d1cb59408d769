import { style, styleVariants } from '@vanilla-extract/css';
import { screen, space } from './scale.ts';

/** One below another: `stack.small`, `stack.normal`, `stack.large`. */
export const stack = styleVariants({ small: 2, normal: 4, large: 6 }, (steps) => ({
  display: 'grid',
  gap: space(steps),
  gridTemplateColumns: 'minmax(0, 1fr)',
}));

/** Side by side, wrapping if there is no room. */
export const cluster = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(3) });

/** As many columns of `min` as fit. */
export const grid = styleVariants({ small: 200, normal: 300, large: 420 }, (min) => ({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${min}px), 1fr))`,
}));

/** Two fields side by side on tablets and wider. */
export const fieldPair = style({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [screen.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
