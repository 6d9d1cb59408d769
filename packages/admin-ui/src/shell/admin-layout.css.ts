import { globalStyle, style } from '@vanilla-extract/css';
import { font, motion, radius, screen, space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;

export const frame = style({
  minHeight: '100dvh',
  '@media': { [screen.wide]: { display: 'grid', gridTemplateColumns: '232px minmax(0, 1fr)' } },
});

export const skip = style({
  position: 'absolute',
  left: space(4),
  top: `-${space(20)}`,
  zIndex: 70,
  padding: `${space(2)} ${space(4)}`,
  background: color.surface,
  borderRadius: radius.inner,
  boxShadow: tokens.shadow,
  selectors: { '&:focus': { top: space(4) } },
});

export const side = style({
  display: 'none',
  '@media': {
    [screen.wide]: {
      position: 'sticky',
      top: 0,
      display: 'flex',
      flexDirection: 'column',
      gap: space(6),
      height: '100dvh',
      overflowY: 'auto',
      padding: `${space(6)} ${space(4)} ${space(4)}`,
      borderRight: `1px solid ${color.line}`,
    },
  },
});
export const brand = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(2),
  padding: `0 ${space(3)}`,
  color: color.ink,
  fontFamily: font.serif,
  fontSize: text.xl,
  fontWeight: 500,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
});
export const brandMark = style({ color: color.accent, flex: 'none' });

export const links = style({ display: 'grid', gap: space(1) });
export const linksTitle = style({
  padding: `0 ${space(3)} ${space(1)}`,
  color: color.inkFaint,
  fontSize: text.xs,
  fontWeight: 550,
});
export const link = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  minHeight: space(10),
  padding: `${space(1)} ${space(3)}`,
  borderRadius: radius.inner,
  color: color.inkSoft,
  fontSize: text.sm,
  fontWeight: 550,
  textDecoration: 'none',
  transition: `background-color ${motion.quick}, color ${motion.quick}`,
  selectors: {
    '&:hover': { background: color.sunken, color: color.ink },
    '&[aria-current="page"], &[data-current]': { background: color.accentSoft, color: color.accentInk },
  },
});
export const linkButton = style([
  link,
  { width: '100%', border: 0, background: 'none', textAlign: 'left', cursor: 'pointer' },
]);
export const searchAll = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  minHeight: space(10),
  padding: `0 ${space(2)} 0 ${space(3)}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.inner,
  background: color.surface,
  color: color.inkSoft,
  fontSize: text.sm,
  textAlign: 'left',
  cursor: 'pointer',
  selectors: { '&:hover': { borderColor: color.lineStrong, color: color.ink } },
});
export const searchAllText = style({ flex: 1, minWidth: 0 });
export const key = style({
  padding: `0 ${space(1)}`,
  border: `1px solid ${color.line}`,
  borderRadius: 4,
  color: color.inkFaint,
  fontSize: '0.7rem',
  whiteSpace: 'nowrap',
});
export const sideEnd = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(2),
  marginTop: 'auto',
  padding: `${space(4)} 0 0 ${space(3)}`,
  borderTop: `1px solid ${color.line}`,
  fontSize: text.sm,
});
export const who = style({ minWidth: 0, color: color.inkSoft });
export const whoName = style({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: color.ink,
  fontWeight: 550,
});

/** Of the bottom bar on phones. */
const barHeight = `calc(${space(16)} + env(safe-area-inset-bottom))`;

export const content = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: '100dvh',
  // Room for the bottom bar on phones.
  paddingBottom: barHeight,
  '@media': { [screen.wide]: { paddingBottom: 0 }, [screen.low]: { paddingBottom: 0 } },
});
export const main = style({
  width: '100%',
  maxWidth: 1180,
  margin: '0 auto',
  padding: `${space(6)} ${space(4)} ${space(10)}`,
  '@media': { [screen.wide]: { padding: `${space(10)} ${space(10)} ${space(16)}` } },
});

export const tabs = style({
  display: 'flex',
  gap: `0 ${space(5)}`,
  // One row on phones too, which scrolls.
  overflowX: 'auto',
  scrollbarWidth: 'none',
  whiteSpace: 'nowrap',
  marginBottom: space(6),
  borderBottom: `1px solid ${color.line}`,
});
export const tab = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: space(10),
  borderBottom: '2px solid transparent',
  color: color.inkSoft,
  fontSize: text.sm,
  fontWeight: 550,
  textDecoration: 'none',
  selectors: {
    '&:hover': { color: color.ink },
    '&[aria-current="page"]': { borderBottomColor: color.accent, color: color.accentInk },
  },
});

export const banner = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: `${space(1)} ${space(3)}`,
  padding: `${space(2)} ${space(4)}`,
  background: color.warnSoft,
  color: color.ink,
  fontSize: text.sm,
  textAlign: 'center',
});
// Above the bottom bar of phones; it ends the page, so that it covers nothing there.
export const bottomBanner = style([
  banner,
  {
    position: 'sticky',
    bottom: barHeight,
    zIndex: 20,
    marginTop: 'auto',
    borderTop: `1px solid ${color.line}`,
    '@media': { [screen.wide]: { bottom: 0 }, [screen.low]: { position: 'static' } },
  },
]);
// A taller touch target that does not make the page taller.
globalStyle(`${banner} a`, { padding: '2px 0', margin: '-2px 0' });
export const bannerName = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(2),
  color: color.warn,
  fontWeight: 600,
});

export const bar = style({
  position: 'fixed',
  inset: 'auto 0 0',
  zIndex: 30,
  display: 'grid',
  // Wider for longer labels, which would touch the edges of equal parts.
  gridAutoColumns: 'auto',
  gridAutoFlow: 'column',
  minHeight: barHeight,
  padding: `${space(1)} ${space(1)} calc(${space(1)} + env(safe-area-inset-bottom))`,
  background: color.surface,
  borderTop: `1px solid ${color.line}`,
  '@media': { [screen.wide]: { display: 'none' }, [screen.low]: { position: 'static' } },
});
export const barLink = style({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 2,
  minHeight: space(13),
  padding: `${space(1)} 0`,
  border: 0,
  borderRadius: radius.inner,
  background: 'transparent',
  color: color.inkSoft,
  // All labels fit a narrow screen.
  fontSize: `clamp(0.625rem, 3.1vw, ${text.xs})`,
  fontWeight: 550,
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: {
    '&[aria-current="page"], &[data-current]': { color: color.accentInk, background: color.accentSoft },
  },
});
export const sheetEnd = style({ marginTop: space(5) });

export const center = style({
  display: 'grid',
  placeItems: 'center',
  minHeight: '100dvh',
  padding: `${space(8)} ${space(4)}`,
});
export const message = style({ display: 'grid', justifyItems: 'center', gap: space(3), textAlign: 'center' });
export const word = style({
  fontFamily: font.serif,
  fontSize: text['4xl'],
  fontWeight: 500,
  lineHeight: 1.1,
});
export const part = style({ color: color.inkFaint, fontSize: text.lg, fontStyle: 'italic', fontWeight: 400 });
export const heading = style({ fontSize: text.lg, fontWeight: 600 });
export const note = style({ maxWidth: '46ch', color: color.inkSoft, marginBottom: space(3) });
export const waiting = style({ maxWidth: 720, margin: '0 auto', padding: space(6) });
