import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { radius, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const columns = style({
  display: 'grid',
  gap: space(5),
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { '(min-width: 72rem)': { gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 5fr)' } },
});
export const column = style({ display: 'grid', gap: space(5), gridTemplateColumns: 'minmax(0, 1fr)' });

export const snippets = style({ display: 'grid', gap: space(6), gridTemplateColumns: 'minmax(0, 1fr)' });
export const snippet = style({ display: 'grid', gap: space(2), gridTemplateColumns: 'minmax(0, 1fr)' });
export const snippetHead = style({
  display: 'flex',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: space(4),
});
export const snippetTitle = style({ fontSize: text.base, fontWeight: 600 });
export const note = style({ color: color.inkSoft, fontSize: text.sm, overflowWrap: 'anywhere' });
export const code = style({
  margin: 0,
  padding: space(4),
  background: color.sunken,
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  fontSize: text.sm,
  lineHeight: 1.6,
  // Wraps on phones; the copied text has no such line breaks.
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const copy = style({ flex: 'none' });

export const origins = style({ display: 'grid', gap: space(4), gridTemplateColumns: 'minmax(0, 1fr)' });
export const originList = style({ display: 'grid', gap: space(2) });
export const origin = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(2),
  overflowWrap: 'anywhere',
});
export const originRow = style([origin, { justifyContent: 'space-between' }]);
export const originActions = style({ display: 'flex', flexWrap: 'wrap', gap: space(2) });
globalStyle(`${originActions} > *`, { flex: 'none', maxWidth: '100%' });
export const refusedList = style({ display: 'grid', gap: space(5) });
export const refusals = style({
  display: 'grid',
  gap: space(3),
  padding: space(4),
  background: color.warnSoft,
  borderRadius: radius.outer,
});
export const allowForm = style({ display: 'grid', gap: space(3), justifyItems: 'start' });
globalStyle(`${allowForm} > :first-child`, { width: '100%' });
export const originMark = style({ flex: 'none', color: color.good });

export const accent = style({ display: 'flex', alignItems: 'flex-end', gap: space(2) });
globalStyle(`${accent} > :first-child`, { flexGrow: 1 });
export const colorInput = style({ height: space(10), padding: space(1), cursor: 'pointer' });
globalStyle(`${colorInput}::-webkit-color-swatch-wrapper`, { padding: 0 });
// Separate, because browsers drop a rule with an unknown selector.
globalStyle(`${colorInput}::-webkit-color-swatch`, { border: 0, borderRadius: 3 });
globalStyle(`${colorInput}::-moz-color-swatch`, { border: 0, borderRadius: 3 });

/** The page around the form, in the chosen theme, regardless of the admin area's. */
const stageBase = style({
  margin: `0 -${space(2)} -${space(2)}`,
  padding: space(4),
  borderRadius: radius.outer,
});
export const stage = styleVariants({
  auto: [stageBase, { background: color.sunken }],
  light: [stageBase, { background: '#ece9e3' }],
  dark: [stageBase, { background: '#0d1119' }],
});

export const certain = style({ selectors: { '&[data-pending]': { visibility: 'hidden' } } });
