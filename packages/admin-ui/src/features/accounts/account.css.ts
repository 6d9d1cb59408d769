import { style } from '@vanilla-extract/css';
import { font, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const list = style({ marginTop: space(4), borderTop: `1px solid ${color.line}` });
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space(2)} ${space(4)}`,
  padding: `${space(3)} ${space(4)}`,
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
  '@media': { [screen.medium]: { padding: `${space(3)} ${space(6)}` } },
});
export const name = style({ display: 'flex', flexWrap: 'wrap', gap: space(2), fontWeight: 550 });
export const meta = style({
  color: color.inkSoft,
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
});
export const state = style({
  padding: `${space(4)}`,
  '@media': { [screen.medium]: { padding: `${space(4)} ${space(6)}` } },
});
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(2),
  selectors: { 'p + &': { marginTop: space(3) } },
});
/** The lower edge of a card that is only a header. */
export const end = style({ height: space(5) });
/** Scanners need dark on light, at night too. */
export const code = style({
  display: 'block',
  width: '100%',
  maxWidth: 208,
  margin: '0 auto',
  padding: space(3),
  background: '#ffffff',
  borderRadius: radius.inner,
});
export const secret = style({ fontFamily: font.mono, fontSize: text.sm, overflowWrap: 'anywhere' });
export const recoveryCodes = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(11.5rem, 1fr))',
  gap: `${space(2)} ${space(4)}`,
  padding: space(4),
  background: color.sunken,
  borderRadius: radius.inner,
  fontFamily: font.mono,
  fontSize: text.sm,
});
