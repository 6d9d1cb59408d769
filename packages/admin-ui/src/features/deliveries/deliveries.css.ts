import { style } from '@vanilla-extract/css';
import { entry } from '../../design/layout.css.ts';
import { screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const tools = style({
  padding: space(4),
  borderBottom: `1px solid ${color.line}`,
  '@media': { [screen.medium]: { padding: `${space(4)} ${space(6)}` } },
});
export const select = style({ maxWidth: '22rem' });
export const problem = style([entry, { '@media': { [screen.medium]: { flexWrap: 'nowrap' } } }]);
export const who = style({ minWidth: 0 });
export const answer = style({ color: color.ink, fontSize: text.sm, overflowWrap: 'anywhere' });
export const side = style({ display: 'flex', flex: 'none', alignItems: 'center', gap: space(3) });
export const foot = style({
  padding: `${space(3)} ${space(4)}`,
  borderTop: `1px solid ${color.line}`,
  '@media': { [screen.medium]: { padding: `${space(3)} ${space(6)}` } },
});
