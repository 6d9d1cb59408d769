import { globalStyle, style } from '@vanilla-extract/css';
import { radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;
/** Wide enough for the email beside the form. */
const wide = '(min-width: 72rem)';

export const tabs = style({
  display: 'flex',
  gap: space(5),
  // The tabs have room above their names.
  marginTop: `-${space(3)}`,
  marginBottom: space(4),
  borderBottom: `1px solid ${color.line}`,
});
export const tab = style({
  padding: `${space(2)} 0`,
  marginBottom: -1,
  borderBottom: '2px solid transparent',
  color: color.inkSoft,
  fontWeight: 550,
  textDecoration: 'none',
  selectors: {
    '&:hover': { color: color.ink },
    '&[aria-current]': { color: color.ink, borderColor: color.accent },
  },
});

export const page = style({
  display: 'grid',
  gap: space(5),
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': {
    [wide]: {
      gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
      gridTemplateAreas: '"form preview"',
    },
  },
});
export const form = style({
  display: 'grid',
  gap: space(5),
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [wide]: { gridArea: 'form' } },
});
export const fields = style({ display: 'grid', gap: space(4), gridTemplateColumns: 'minmax(0, 1fr)' });
export const notices = style({ marginBottom: space(5) });
export const note = style({ color: color.inkSoft, fontSize: text.sm });
export const outside = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(2),
  width: 'fit-content',
  color: color.link,
  fontSize: text.sm,
});
export const error = style({ color: color.bad, fontSize: text.sm });
export const summary = style({ cursor: 'pointer', color: color.link, width: 'fit-content' });
export const more = style([fields, { marginTop: space(4) }]);

/** Beside the form, where it stays in view; above it on narrow screens. */
export const preview = style({
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr)',
  gridTemplateColumns: 'minmax(0, 1fr)',
  overflow: 'hidden',
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  background: color.surface,
  '@media': {
    [wide]: {
      gridArea: 'preview',
      position: 'sticky',
      top: space(4),
      height: `calc(100dvh - ${space(28)})`,
      minHeight: '26rem',
    },
  },
});
export const previewHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(2),
  padding: `${space(3)} ${space(4)}`,
  borderBottom: `1px solid ${color.line}`,
});
export const switches = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(2) });
export const stage = style({
  position: 'relative',
  height: 'min(46dvh, 26rem)',
  background: color.sunken,
  selectors: {
    '&[data-old]': { opacity: 0.55 },
    '&[data-phone]': { width: 'min(100%, 390px)', margin: '0 auto' },
  },
  '@media': { [wide]: { height: 'auto', minHeight: 0 } },
});

export const logo = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(3) });
/** How it looks by day and at night. */
export const plate = style({
  display: 'grid',
  placeItems: 'center',
  minHeight: space(20),
  minWidth: space(36),
  padding: space(3),
  border: `1px solid ${color.line}`,
  borderRadius: radius.inner,
  selectors: {
    '&[data-night]': { background: '#141a26' },
    '&:not([data-night])': { background: '#faf7f1' },
  },
});
export const logoImage = style({
  display: 'block',
  maxWidth: '100%',
  height: 'auto',
  selectors: {
    '[data-night] > &[data-ground="light"]': {
      padding: '6px 10px',
      borderRadius: 6,
      background: '#faf7f1',
    },
    ':not([data-night]) > &[data-ground="dark"]': {
      padding: '6px 10px',
      borderRadius: 6,
      background: '#1b2030',
    },
  },
});

export const colorRow = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 14rem)',
  alignItems: 'end',
  gap: space(3),
});
export const well = style({
  width: space(16),
  height: space(11),
  padding: 2,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.inner,
  background: color.surface,
  cursor: 'pointer',
});
export const swatches = style({ display: 'flex', flexWrap: 'wrap', gap: space(2) });
export const swatch = style({
  width: space(8),
  height: space(8),
  padding: 0,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.pill,
  cursor: 'pointer',
  selectors: { '&[aria-pressed="true"]': { outline: `2px solid ${color.ink}`, outlineOffset: 2 } },
});
export const samples = style({ display: 'grid', gap: space(2), listStyle: 'none', padding: 0 });
export const sample = style({ display: 'flex', alignItems: 'center', gap: space(3), fontSize: text.sm });
export const sampleText = style({
  flex: 'none',
  minWidth: space(14),
  padding: `${space(1)} ${space(2)}`,
  borderRadius: radius.inner,
  fontWeight: 600,
  textAlign: 'center',
});

export const options = style({
  display: 'grid',
  gap: space(2),
  margin: 0,
  padding: 0,
  border: 0,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [screen.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const legend = style({ padding: 0, marginBottom: space(2), fontSize: text.sm, fontWeight: 550 });
export const option = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  minHeight: space(12),
  padding: `${space(2)} ${space(3)}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.inner,
  background: color.surface,
  cursor: 'pointer',
  selectors: {
    '&:hover': { borderColor: color.lineStrong },
    '&:has(:checked)': { borderColor: color.accent, background: color.accentSoft },
    '&:has(:focus-visible)': { outline: `2px solid ${color.link}`, outlineOffset: 1 },
  },
});
globalStyle(`${option} input`, { flex: 'none' });
export const optionName = style({ display: 'grid' });
export const optionWord = style({ fontSize: text.xl, lineHeight: 1.2 });

export const sections = style({ display: 'grid', gap: space(2), listStyle: 'none', padding: 0 });
export const section = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  minHeight: space(11),
  padding: `${space(1)} ${space(2)} ${space(1)} ${space(3)}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.inner,
  background: color.surface,
});
export const sectionName = style({
  display: 'flex',
  flex: '1 1 auto',
  alignItems: 'center',
  gap: space(3),
  minHeight: space(8),
  cursor: 'pointer',
});
