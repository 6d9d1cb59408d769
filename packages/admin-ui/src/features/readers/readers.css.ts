import { globalStyle, style } from '@vanilla-extract/css';
import { input } from '../../design/field.css.ts';
import { cluster, entry } from '../../design/layout.css.ts';
import { font, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const page = style({ display: 'grid', gap: space(5), gridTemplateColumns: 'minmax(0, 1fr)' });
export const tools = style({ display: 'grid', gap: space(3), gridTemplateColumns: 'minmax(0, 1fr)' });
export const small = style({ color: color.inkSoft, fontSize: text.sm, overflowWrap: 'anywhere' });

export const state = style({
  flex: 'none',
  minHeight: space(9),
  padding: `0 ${space(3)}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.pill,
  background: 'transparent',
  color: color.inkSoft,
  fontSize: text.sm,
  fontWeight: 550,
  cursor: 'pointer',
  selectors: {
    '&:hover': { background: color.sunken, color: color.ink },
    '&[aria-pressed="true"]': {
      background: color.accentSoft,
      borderColor: color.accent,
      color: color.accentInk,
    },
  },
});
export const stateCount = style({ fontVariantNumeric: 'tabular-nums', fontWeight: 400 });

export const checkbox = style({ width: 18, height: 18, margin: 0, flex: 'none' });
export const selection = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space(2)} ${space(4)}`,
  minHeight: space(13),
  padding: `${space(2)} ${space(4)}`,
  borderBottom: `1px solid ${color.line}`,
  fontSize: text.sm,
  '@media': { [screen.medium]: { padding: `${space(2)} ${space(6)}` } },
});
export const selectPage = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(4),
  minHeight: space(8),
  color: color.inkSoft,
  cursor: 'pointer',
});
export const selectionEnd = style({ marginLeft: 'auto' });

export const reader = style([
  entry,
  {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    justifyContent: 'stretch',
    selectors: { '&[data-selected]': { background: color.accentSoft } },
    '@media': { [screen.medium]: { gridTemplateColumns: 'auto minmax(0, 1fr) auto' } },
  },
]);
// On phones, the badge goes below, in line with the name.
globalStyle(`${reader} > :last-child`, { gridColumn: 2, justifySelf: 'start' });
globalStyle(`${reader} > :last-child`, {
  '@media': { [screen.medium]: { gridColumn: 3, justifySelf: 'end' } },
});
export const badges = style([
  cluster,
  { '@media': { [screen.medium]: { justifyContent: 'end', maxWidth: '22rem' } } },
]);
export const who = style({ minWidth: 0 });
export const name = style({
  color: color.ink,
  textDecoration: 'none',
  selectors: { '&:hover': { textDecoration: 'underline' } },
});
/** For screen readers only on phones, where name and time share a line. */
export const signedUp = style({
  '@media': {
    '(max-width: 39.99rem)': {
      position: 'absolute',
      width: 1,
      height: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
});
export const why = style({ color: color.ink, fontSize: text.sm, overflowWrap: 'anywhere' });
export const address = style({ overflowWrap: 'anywhere' });

export const outcomeLine = style([
  entry,
  { display: 'grid', gap: 0, gridTemplateColumns: 'minmax(0, 1fr)', justifyContent: 'stretch' },
]);
export const figure = style({ fontVariantNumeric: 'tabular-nums' });
export const examples = style({
  display: 'block',
  color: color.inkSoft,
  fontSize: text.sm,
  fontWeight: 400,
  overflowWrap: 'anywhere',
});
export const refusedText = style({ overflowWrap: 'anywhere' });
export const column = style([entry, { justifyContent: 'space-between' }]);
export const columnName = style({
  flex: '1 1 14rem',
  minWidth: 0,
  fontWeight: 550,
  overflowWrap: 'anywhere',
});
export const columnUse = style([input, { width: 'auto', flex: '0 1 16rem', cursor: 'pointer' }]);
export const question = style({ display: 'grid', gap: space(2), padding: 0, border: 0 });
export const questionTitle = style({
  padding: 0,
  marginBottom: space(2),
  fontSize: text.sm,
  fontWeight: 550,
});
export const answerChoice = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  minHeight: space(8),
  cursor: 'pointer',
});

export const details = style({ display: 'grid', gap: space(5), gridTemplateColumns: 'minmax(0, 1fr)' });
export const verdict = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(3) });
export const facts = style({ display: 'grid', gap: space(2), margin: 0 });
export const fact = style({
  display: 'grid',
  gap: `0 ${space(4)}`,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [screen.medium]: { gridTemplateColumns: '9rem minmax(0, 1fr)' } },
});
export const label = style({ color: color.inkSoft, fontSize: text.sm, fontWeight: 400 });
export const value = style({ margin: 0, overflowWrap: 'anywhere' });
export const emails = style({ marginTop: space(2) });
export const sent = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: `0 ${space(4)}`,
  padding: `${space(2)} 0`,
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
});
export const word = style({ fontFamily: font.serif, fontSize: text.lg, overflowWrap: 'anywhere' });
export const when = style({ color: color.inkSoft, fontSize: text.sm, fontVariantNumeric: 'tabular-nums' });
export const delivery = style([
  sent,
  { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center' },
]);
export const outcome = style([when, { gridColumn: '1 / -1' }]);
export const answer = style({
  gridColumn: '1 / -1',
  color: color.ink,
  fontSize: text.sm,
  overflowWrap: 'anywhere',
});

export const reasons = style({ display: 'grid', gap: space(2), margin: 0, maxWidth: '32rem' });
export const reason = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: space(4),
});
export const reasonCount = style({
  margin: 0,
  color: color.inkSoft,
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
});
export const leavingTexts = style({
  listStyle: 'none',
  margin: `${space(4)} 0 0`,
  padding: `${space(2)} 0 0`,
  borderTop: `1px solid ${color.line}`,
});
export const leavingText = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: space(3),
  padding: `${space(2)} 0`,
  overflowWrap: 'anywhere',
});
globalStyle(`${leavingText} > p`, { gridColumn: 1 });
globalStyle(`${leavingText} > button`, { gridColumn: 2, gridRow: '1 / span 2' });
