import { style } from '@vanilla-extract/css';
import { entry } from '../../design/layout.css.ts';
import { screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

const beside = '(min-width: 64rem)';

/** What became of the email and its readers, and the email beside them. */
export const columns = style({
  display: 'grid',
  gap: space(4),
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [beside]: {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateRows: 'auto 1fr',
      columnGap: space(6),
    },
  },
});
export const email = style({
  '@media': { [beside]: { gridColumn: 2, gridRow: '1 / span 2', position: 'sticky', top: space(6) } },
});
export const providers = style({
  margin: `${space(4)} 0 0`,
  padding: 0,
  listStyle: 'none',
  borderTop: `1px solid ${color.line}`,
});
export const provider = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: space(4),
  padding: `${space(3)} 0`,
  borderBottom: `1px solid ${color.line}`,
  fontSize: text.sm,
  ':last-child': { borderBottom: 'none', paddingBottom: 0 },
});
export const providerName = style({ color: color.ink, fontWeight: 600 });
export const slow = style({ flexBasis: '100%', overflowWrap: 'anywhere' });
export const tools = style({
  display: 'grid',
  gap: space(3),
  alignItems: 'end',
  padding: space(4),
  borderBottom: `1px solid ${color.line}`,
  '@media': {
    [screen.medium]: { gridTemplateColumns: 'minmax(0, 1fr) 16rem', padding: `${space(4)} ${space(6)}` },
  },
});
export const select = style({ minWidth: 0 });
export const problem = style([
  entry,
  { paddingBlock: space(2), '@media': { [screen.medium]: { flexWrap: 'nowrap', paddingBlock: space(2) } } },
]);
export const who = style({ minWidth: 0 });
export const answer = style({ color: color.ink, fontSize: text.sm, overflowWrap: 'anywhere' });
export const side = style({ display: 'flex', flex: 'none', alignItems: 'center', gap: space(3) });
export const foot = style({
  padding: `${space(3)} ${space(4)}`,
  borderTop: `1px solid ${color.line}`,
  '@media': { [screen.medium]: { padding: `${space(3)} ${space(6)}` } },
});
