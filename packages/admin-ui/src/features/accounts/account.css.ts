import { globalStyle, style } from '@vanilla-extract/css';
import { font, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const list = style({ marginTop: space(4), borderTop: `1px solid ${color.line}` });
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

export const page = style({
  display: 'grid',
  alignContent: 'start',
  justifyItems: 'center',
  gap: space(6),
  minHeight: '100dvh',
  padding: `${space(10)} ${space(4)}`,
  // Starts at a fixed height, so that a late notice, such as that setup is needed, moves nothing above it.
  '@media': { [screen.medium]: { paddingTop: '14dvh' } },
});
export const brand = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(2),
  color: color.ink,
  fontFamily: font.serif,
  fontSize: text.xl,
  fontWeight: 500,
  textDecoration: 'none',
});
export const mark = style({ color: color.accent });
export const panel = style({
  display: 'grid',
  gap: space(6),
  width: '100%',
  maxWidth: 420,
  padding: space(6),
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  boxShadow: tokens.shadow,
  '@media': { [screen.medium]: { padding: space(8) } },
});
export const title = style({
  fontFamily: font.serif,
  fontSize: text['3xl'],
  fontWeight: 500,
  lineHeight: 1.15,
});
export const subtitle = style({ marginTop: space(1), color: color.inkSoft });
export const form = style({ display: 'grid', gap: space(4) });
export const aside = style({
  width: '100%',
  maxWidth: 420,
  padding: `0 ${space(2)}`,
  color: color.inkSoft,
  fontSize: text.sm,
});
/** A command starts on a new line rather than break at its hyphen. */
globalStyle(`${aside} code`, { display: 'inline-block' });
export const tips = style({ display: 'grid', gap: space(3), marginTop: space(3) });
export const tip = style({ display: 'flex', gap: space(3), alignItems: 'flex-start' });
export const tipMark = style({ flex: 'none', marginTop: 1, color: color.good });
export const asideTitle = style({ color: color.ink, fontSize: text.sm, fontWeight: 600 });
