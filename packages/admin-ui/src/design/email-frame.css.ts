import { style } from '@vanilla-extract/css';

/** No background of our own: an email with a dark mode shows it, any other is shown on white. */
export const frame = style({ display: 'block', width: '100%', height: '100%', border: 0 });
