import { globalStyle, style } from '@vanilla-extract/css';
import { radius, space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';
import * as styles from './privacy.css.ts';

const { color } = tokens;

/** One subject of the page. A hairline separates it from the one before. */
export const part = style({
  display: 'grid',
  gap: space(4),
  paddingTop: space(6),
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` }, '&:first-child': { paddingTop: 0 } },
});
export const parts = style({ display: 'grid', gap: space(6) });
export const form = style({ display: 'grid', gap: space(4) });
export const fields = style({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14rem), 1fr))',
});
export const field = style({ display: 'grid', gap: space(1), alignContent: 'start', minWidth: 0 });
export const label = style({ fontSize: text.sm, fontWeight: 550 });
export const hint = style({ fontSize: text.sm, color: color.inkSoft });
export const input = style({
  width: '100%',
  minHeight: space(12),
  padding: `${space(2)} ${space(3)}`,
  background: color.surface,
  color: color.ink,
  font: 'inherit',
  // 16 px keeps phones from zooming into the field.
  fontSize: '1rem',
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.inner,
});
export const days = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space(2),
  border: 0,
  padding: 0,
  margin: 0,
});
export const often = style([form, { border: 0, padding: 0, margin: 0, gap: space(2) }]);
/** Only what the choice of how often is about is shown, in browsers that can. */
export const ifDaily = style({
  selectors: { [`${form}:has(:checked[value="weekly"]) &`]: { display: 'none' } },
});
export const ifWeekly = style({
  selectors: { [`${form}:has(:checked[value="daily"]) &`]: { display: 'none' } },
});
export const legend = style([label, { padding: 0, marginBottom: space(2) }]);
/** A checkbox with its label, large enough for a thumb. */
export const day = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(2),
  minHeight: space(11),
  padding: `${space(2)} ${space(3)}`,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.inner,
  cursor: 'pointer',
  selectors: { '&:has(:checked)': { background: color.accentSoft, borderColor: color.accent } },
});
export const choice = style([day, { display: 'flex', width: '100%' }]);
export const box = style({ width: '1.15rem', height: '1.15rem', accentColor: color.accent, flex: 'none' });
export const row = style({ display: 'flex', flexWrap: 'wrap', gap: space(3), alignItems: 'end' });
/** Beside the main button of the page. */
export const quiet = style([
  styles.button,
  {
    background: 'transparent',
    color: color.ink,
    border: `1px solid ${color.lineStrong}`,
    selectors: { '&:hover': { background: color.sunken } },
  },
]);
export const done = style({
  padding: `${space(3)} ${space(4)}`,
  borderRadius: radius.inner,
  background: color.goodSoft,
  color: color.good,
  fontWeight: 550,
});
export const failed = style([done, { background: color.badSoft, color: color.bad }]);
/** A sentence of the quiz, above its choices. */
export const question = style({ padding: 0, marginBottom: space(3), fontSize: text.lg, lineHeight: 1.5 });
export const meaning = style({ marginTop: space(1), fontWeight: 400, color: color.ink });
/** An earlier word's meaning, which opens with a click. */
export const answer = style({
  padding: `${space(3)} ${space(4)}`,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.inner,
});
export const look = style({ cursor: 'pointer', fontWeight: 550, minHeight: space(6) });
export const meaningOf = style({ display: 'grid', gap: space(2), paddingTop: space(3) });
/** Two buttons of the same height. */
export const answers = style([row, { alignItems: 'stretch' }]);

/** A word to remember, beside the button that takes it off the list. */
export const words = style({
  display: 'grid',
  gap: space(3),
  // Lists in the text of a page are indented.
  selectors: { '&&': { listStyle: 'none', padding: 0, margin: 0 } },
});
export const word = style({ display: 'flex', gap: space(3), alignItems: 'start' });
globalStyle(`${word} > details`, { flex: '1 1 auto', minWidth: 0 });
