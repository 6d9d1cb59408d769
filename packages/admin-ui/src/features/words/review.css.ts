import { style } from '@vanilla-extract/css';
import { font, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';
import { form } from './words.css.ts';

const { color } = tokens;

export const bulk = style({
  display: 'grid',
  gap: space(6),
  gridTemplateColumns: 'minmax(0, 1fr)',
  selectors: {
    '&[data-reviewing]': {
      '@media': { '(min-width: 72rem)': { gridTemplateColumns: '260px minmax(0, 1fr)' } },
    },
  },
});
export const bulkForm = style([
  form,
  {
    alignSelf: 'start',
    '@media': { '(min-width: 72rem)': { position: 'sticky', top: space(4) } },
  },
]);
export const wordList = style({ fieldSizing: 'content', minHeight: '9rem', maxHeight: '50vh' });
export const bulkActions = style({ display: 'flex', flexWrap: 'wrap', gap: space(3) });
export const progress = style({ display: 'grid', gap: space(1) });
export const progressText = style({
  color: color.inkSoft,
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
});

export const review = style({ minWidth: 0 });
export const reviewHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(3),
  paddingBottom: space(3),
});
export const reviewSummary = style({
  fontWeight: 600,
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
});
export const entries = style({ borderTop: `1px solid ${color.line}` });
export const entry = style({
  display: 'grid',
  gap: space(2),
  gridTemplateColumns: 'minmax(0, 1fr)',
  padding: `${space(4)} 0`,
  borderBottom: `1px solid ${color.line}`,
  selectors: { '&:last-child': { borderBottom: 0, paddingBottom: 0 } },
});
export const entryHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: `${space(1)} ${space(3)}`,
});
/** Buttons go below it rather than break the word. */
export const entryName = style({ flex: '1 1 14rem', minWidth: 0 });
export const entryWord = style({
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  fontFamily: font.serif,
  fontSize: text.xl,
  fontWeight: 500,
  lineHeight: 1.2,
  overflowWrap: 'anywhere',
});
export const leftOut = style({ color: color.inkFaint, textDecoration: 'line-through' });
export const foundMark = style({ flex: 'none', color: color.good });
export const entryError = style({ color: color.bad, fontSize: text.sm, overflowWrap: 'anywhere' });
export const smallLabel = style({ color: color.ink, fontWeight: 550 });
export const entryFields = style({ paddingTop: space(2) });
export const examples = style({
  display: 'grid',
  gap: space(1),
  paddingLeft: space(3),
  borderLeft: `2px solid ${color.line}`,
  color: color.inkSoft,
  fontFamily: font.serif,
  fontStyle: 'italic',
  overflowWrap: 'anywhere',
});
