import { style } from '@vanilla-extract/css';
import { font, radius, screen, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;

export const card = style({
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  minWidth: 0,
});
export const header = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space(2)} ${space(4)}`,
  padding: `${space(4)} ${space(4)} 0`,
  '@media': { [screen.medium]: { padding: `${space(5)} ${space(6)} 0` } },
});
export const headings = style({ display: 'grid', gap: space(1), minWidth: 0 });
export const title = style({ fontFamily: font.serif, fontSize: text.xl, fontWeight: 500, lineHeight: 1.25 });
export const note = style({ fontSize: text.sm, color: color.inkSoft });
export const body = style({
  padding: space(4),
  '@media': { [screen.medium]: { padding: `${space(4)} ${space(6)} ${space(6)}` } },
});
