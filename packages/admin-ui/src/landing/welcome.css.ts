import { globalStyle, keyframes, style } from '@vanilla-extract/css';
import { space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';
import { dark, day, display, night, sea, sheet, sky, sun, wide } from './landing.css.ts';

const { color } = tokens;

/** The card after a signup: the sun rises over its upper edge, once. */
const welcome = `${sheet}[data-welcome]`;
const rise = keyframes({ from: { backgroundPosition: '0 100%, 50% 300%, 0 0' } });
globalStyle(welcome, { gridTemplateRows: 'auto 1fr auto', overflow: 'hidden' });
globalStyle(`${welcome} > :first-child`, { display: 'none' });
globalStyle(`${welcome}::before`, {
  vars: day,
  content: '""',
  height: space(36),
  margin: `-${space(6)} -${space(6)} 0`,
  background: `
    linear-gradient(180deg, ${sea}, ${color.surface}) 0 100% / 100% 36px no-repeat,
    radial-gradient(circle, ${sun} 0 36px, transparent 37px) 50% 70% / 100% 80px no-repeat,
    ${sky}`,
  animation: `${rise} 1.6s cubic-bezier(0.2, 0.7, 0.2, 1)`,
  '@media': {
    [night]: { vars: dark },
    [wide]: { margin: `-${space(8)} -${space(8)} 0` },
  },
});
globalStyle(`${welcome} wordrise-signup::part(done)`, { minHeight: '0 !important' });
globalStyle('wordrise-signup::part(welcome-title)', {
  fontFamily: display,
  fontSize: text['2xl'],
  fontWeight: 500,
  lineHeight: 1.2,
});
globalStyle(`${welcome} > :nth-child(2)`, { alignSelf: 'center' });
export const firstWord = style({
  display: 'grid',
  gap: space(2),
  textAlign: 'center',
  color: color.inkSoft,
  fontSize: text.sm,
  textWrap: 'balance',
  overflowWrap: 'anywhere',
  // A live region must exist before its text; while empty it takes no row.
  selectors: { '&:empty': { position: 'absolute' } },
});
globalStyle(`${firstWord} strong`, { color: color.ink, fontWeight: 600 });
