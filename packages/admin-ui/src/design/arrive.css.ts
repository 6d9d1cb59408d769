import { keyframes, style } from '@vanilla-extract/css';
import { motion } from './scale.ts';

const appear = keyframes({ from: { opacity: 0 } });

/** For what replaces a skeleton. It only fades in: nothing moves. */
export const arrive = style({ animation: `${appear} ${motion.calm}` });
