import { keyframes, style } from '@vanilla-extract/css';
import { motion } from './scale.ts';

const appear = keyframes({ from: { opacity: 0 } });

/** What takes the place of a skeleton. It only fades: nothing moves. */
export const arrive = style({ animation: `${appear} ${motion.calm}` });
