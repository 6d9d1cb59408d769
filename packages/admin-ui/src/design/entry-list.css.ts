import { style } from '@vanilla-extract/css';
import { screen, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;

/** A list in a card, dimmed while its next page is fetched. */
export const list = style({ selectors: { '&[data-stale]': { opacity: 0.6 } } });
export const entry = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space(2)} ${space(4)}`,
  padding: `${space(3)} ${space(4)}`,
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
  '@media': { [screen.medium]: { padding: `${space(3)} ${space(6)}` } },
});
/** The line that names the entry. */
export const name = style({ fontWeight: 550, overflowWrap: 'anywhere' });
/** Facts below it, side by side. */
export const meta = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${space(4)}`,
  color: color.inkSoft,
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
});
