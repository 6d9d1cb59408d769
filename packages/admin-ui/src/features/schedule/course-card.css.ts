import { globalStyle, style } from '@vanilla-extract/css';
import { space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

/** A course may have hundreds of lessons. */
export const list = style({ maxHeight: '24rem', overflow: 'auto' });
export const table = style({ width: '100%', borderCollapse: 'collapse', fontSize: text.sm });
globalStyle(`${table} :is(th, td)`, {
  padding: `${space(2)} ${space(3)} ${space(2)} 0`,
  textAlign: 'left',
  borderBottom: `1px solid ${color.line}`,
  fontVariantNumeric: 'tabular-nums',
});
globalStyle(`${table} tbody th`, { fontWeight: 550, overflowWrap: 'anywhere' });
globalStyle(`${table} :is(td, th):last-child`, { textAlign: 'right', paddingRight: 0 });
globalStyle(`${table} thead th`, {
  position: 'sticky',
  top: 0,
  background: color.surface,
});
