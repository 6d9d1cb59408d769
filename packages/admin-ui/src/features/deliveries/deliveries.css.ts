import { style } from '@vanilla-extract/css';
import { entry } from '../../design/layout.css.ts';
import { screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

/** What became of the email, and the email. */
export const top = style({
  display: 'grid',
  gap: space(4),
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { '(min-width: 64rem)': { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
});
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
export const problem = style([entry, { '@media': { [screen.medium]: { flexWrap: 'nowrap' } } }]);
export const who = style({ minWidth: 0 });
export const answer = style({ color: color.ink, fontSize: text.sm, overflowWrap: 'anywhere' });
export const side = style({ display: 'flex', flex: 'none', alignItems: 'center', gap: space(3) });
export const foot = style({
  padding: `${space(3)} ${space(4)}`,
  borderTop: `1px solid ${color.line}`,
  '@media': { [screen.medium]: { padding: `${space(3)} ${space(6)}` } },
});
