import { globalStyle, style } from '@vanilla-extract/css';
import { space } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const steps = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' });
export const step = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space(1)} ${space(4)}`,
  minHeight: space(11),
  padding: `${space(1)} 0`,
  selectors: {
    '& + &': { borderTop: `1px solid ${color.line}` },
    '&[data-done]': { color: color.inkSoft },
  },
});
globalStyle(`${step} > :last-child`, { flex: 'none' });
