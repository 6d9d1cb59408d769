import { style } from '@vanilla-extract/css';
import { radius, space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;

export const form = style({ marginTop: space(2) });
export const button = style({
  display: 'inline-block',
  justifySelf: 'start',
  minHeight: space(12),
  padding: `${space(3)} ${space(6)}`,
  border: 0,
  borderRadius: radius.inner,
  background: color.accent,
  color: color.onAccent,
  font: 'inherit',
  fontSize: text.base,
  fontWeight: 550,
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: { '&:hover': { background: color.accentHover } },
});
