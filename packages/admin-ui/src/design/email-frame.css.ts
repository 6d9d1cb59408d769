import { style } from '@vanilla-extract/css';

/** No background of our own: an email that knows the night is seen by night, any other on white. */
export const frame = style({ display: 'block', width: '100%', height: '100%', border: 0 });
