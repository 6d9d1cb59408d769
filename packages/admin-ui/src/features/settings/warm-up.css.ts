import { globalStyle, style } from '@vanilla-extract/css';
import { radius, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const warmUp = style({ display: 'grid', gap: space(3), gridTemplateColumns: 'minmax(0, 1fr)' });
export const table = style({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
});
globalStyle(`${table} :is(th, td)`, {
  padding: `${space(2)} ${space(2)}`,
  borderBottom: `1px solid ${color.line}`,
  textAlign: 'right',
  fontWeight: 400,
  verticalAlign: 'top',
  whiteSpace: 'nowrap',
});
globalStyle(`${table} th:first-child`, {
  textAlign: 'left',
  width: '99%',
  paddingLeft: 0,
  whiteSpace: 'normal',
});
globalStyle(`${table} :is(th, td):last-child`, { paddingRight: 0 });
// On phones, four columns fit because names can wrap.
globalStyle(`${table} thead th`, { color: color.inkSoft, whiteSpace: 'normal', verticalAlign: 'bottom' });
export const name = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space(2),
  minHeight: '1.5rem',
});
/** The share of the list that gets the emails. */
export const bar = style({
  display: 'block',
  height: '4px',
  minWidth: '2px',
  marginTop: space(1),
  borderRadius: radius.inner,
  background: color.accent,
});
export const today = style({});
globalStyle(`${today} :is(th, td)`, { fontWeight: 600 });
export const past = style({ color: color.inkSoft });
