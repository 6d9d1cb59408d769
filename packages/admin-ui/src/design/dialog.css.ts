import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { font, motion, radius, screen, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;

const fade = keyframes({ from: { opacity: 0 } });
const rise = keyframes({ from: { opacity: 0, transform: 'translateY(12px)' } });

export const overlay = style({
  position: 'fixed',
  inset: 0,
  zIndex: 40,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  placeItems: 'end center',
  overflowY: 'auto',
  background: color.scrim,
  animation: `${fade} ${motion.quick}`,
  '@media': { [screen.medium]: { placeItems: 'center', padding: space(6) } },
});

const content = style({
  position: 'relative',
  width: '100%',
  background: color.surface,
  boxShadow: tokens.shadow,
  borderRadius: `${radius.outer} ${radius.outer} 0 0`,
  padding: `${space(6)} ${space(5)} calc(${space(6)} + env(safe-area-inset-bottom))`,
  animation: `${rise} ${motion.calm}`,
  selectors: { '&:focus': { outline: 'none' } },
  '@media': { [screen.medium]: { borderRadius: radius.outer, padding: space(6) } },
});
export const width = styleVariants({
  narrow: [content, { maxWidth: 440 }],
  normal: [content, { maxWidth: 600 }],
  wide: [content, { maxWidth: 920 }],
});

export const title = style({
  fontFamily: font.serif,
  fontSize: text['2xl'],
  fontWeight: 500,
  lineHeight: 1.25,
  paddingRight: space(10),
  // An address may be the title.
  overflowWrap: 'anywhere',
});
export const description = style({ marginTop: space(2), color: color.inkSoft });
export const body = style({ marginTop: space(5) });
export const actions = style({
  display: 'flex',
  flexDirection: 'column-reverse',
  gap: space(3),
  marginTop: space(6),
  '@media': { [screen.medium]: { flexDirection: 'row', justifyContent: 'flex-end' } },
});
export const close = style({ position: 'absolute', top: space(4), right: space(4) });
