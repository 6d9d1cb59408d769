import { globalStyle, style } from '@vanilla-extract/css';
import { font, screen, space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;

export const header = style({ display: 'grid', gap: space(2), marginBottom: space(6) });
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: `${space(3)} ${space(6)}`,
});
export const title = style({
  fontFamily: font.serif,
  fontSize: text['3xl'],
  fontWeight: 500,
  lineHeight: 1.15,
  letterSpacing: '-0.01em',
  '@media': { [screen.wide]: { fontSize: text['4xl'] } },
});
export const note = style({
  color: color.inkSoft,
  marginTop: space(1),
  maxWidth: '65ch',
  textWrap: 'pretty',
});
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space(3),
  // On phones the buttons get a separate row and may fill it.
  flexGrow: 1,
  '@media': { [screen.medium]: { flexGrow: 0 } },
});
globalStyle(`${actions} > :not(:only-child)`, {
  flexGrow: 1,
  '@media': { [screen.medium]: { flexGrow: 0 } },
});
export const back = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(1),
  justifySelf: 'start',
  // A line of small text is too small for a finger.
  minHeight: space(8),
  fontSize: text.sm,
  color: color.inkSoft,
  textDecoration: 'none',
  selectors: { '&:hover': { color: color.link, textDecoration: 'underline' } },
});
