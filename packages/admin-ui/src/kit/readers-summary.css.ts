import { style } from '@vanilla-extract/css';
import { font, space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;

export const head = style({ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', gap: space(3) });
export const total = style({ fontFamily: font.serif, fontSize: text['3xl'], fontWeight: 500, lineHeight: 1 });
export const note = style({ color: color.inkSoft, fontSize: text.sm });
export const plot = style({ position: 'relative', marginTop: space(6) });
export const svg = style({ width: '100%', height: 120, overflow: 'visible' });
export const bar = style({ fill: color.link, opacity: 0.8, selectors: { '&:hover': { opacity: 1 } } });
export const today = style({ fill: color.accent });
export const nothing = style({ fill: color.line });
export const peak = style({
  position: 'absolute',
  bottom: '100%',
  color: color.inkSoft,
  fontSize: text.xs,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
});
export const axis = style({
  display: 'flex',
  justifyContent: 'space-between',
  marginTop: space(1),
  color: color.inkFaint,
  fontSize: text.xs,
});
