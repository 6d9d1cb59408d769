import { style } from '@vanilla-extract/css';
import { space } from '../../design/scale.ts';

export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: space(2) });
