import { style, styleVariants } from '@vanilla-extract/css';
import { screen, space } from './scale.ts';

/** One below another: `stack.small`, `stack.normal`, `stack.large`. */
export const stack = styleVariants({ small: 2, normal: 4, large: 6 }, (steps) => ({
  display: 'grid',
  gap: space(steps),
  gridTemplateColumns: 'minmax(0, 1fr)',
}));

/** Two fields side by side on tablets and wider. */
export const fieldPair = style({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [screen.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
