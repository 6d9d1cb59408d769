import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { font, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const links = style({ display: 'flex', flexWrap: 'wrap', gap: space(2), marginBottom: space(5) });
export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: space(8),
  padding: `0 ${space(3)}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.pill,
  color: color.inkSoft,
  fontSize: text.sm,
  fontWeight: 550,
  textDecoration: 'none',
  selectors: {
    '&:hover': { borderColor: color.lineStrong, color: color.ink },
    '&[aria-current]': { borderColor: color.accent, color: color.accentInk },
  },
});

export const cards = style({
  display: 'grid',
  gap: `0 ${space(5)}`,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 380px), 1fr))',
});
export const section = style({ display: 'grid', minWidth: 0, marginBottom: space(5) });
export const card = style({ height: '100%' });

export const facts = style({ display: 'grid', fontSize: text.sm });
export const fact = style({
  display: 'grid',
  gridTemplateColumns: '7rem minmax(0, 1fr)',
  '@media': { [screen.medium]: { gridTemplateColumns: '8.5rem minmax(0, 1fr)' } },
  gap: space(4),
  padding: `${space(2)} 0`,
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
});
export const factLabel = style({ color: color.inkSoft });
export const factValue = style({ overflowWrap: 'anywhere' });
export const version = style({ color: color.inkSoft, fontVariantNumeric: 'tabular-nums' });
export const service = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space(1)} ${space(2)}`,
});
export const serviceNote = style({ display: 'grid', color: color.inkSoft });
// The cell is as large as the larger of two texts.
globalStyle(`${serviceNote} > span, ${serviceNote}[data-reserve]::after`, { gridArea: '1 / 1' });
globalStyle(`${serviceNote}[data-reserve]::after`, { content: 'attr(data-reserve)', visibility: 'hidden' });

export const points = style({
  display: 'grid',
  gap: space(2),
  paddingLeft: space(4),
  fontSize: text.sm,
  listStyle: 'disc',
});

export const subtitle = style({ fontSize: text.sm, fontWeight: 600 });
export const what = style({
  color: color.inkSoft,
  fontSize: text.sm,
  overflowWrap: 'anywhere',
  // Purposes start with a lowercase letter.
  '::first-letter': { textTransform: 'uppercase' },
});
export const rows = style({ marginTop: space(2) });
export const name = style({ overflowWrap: 'anywhere' });
export const loadingRows = style({ display: 'grid', gap: space(2), marginTop: space(3) });

export const variableGroups = style({
  display: 'grid',
  gap: `${space(6)} ${space(8)}`,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { '(min-width: 72rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const variable = style({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: space(3),
  padding: `${space(2)} 0`,
  borderTop: `1px solid ${color.line}`,
  fontSize: text.sm,
});
export const byDefault = style({ color: color.inkFaint, fontSize: text.xs });

export const tables = style({
  display: 'grid',
  gap: `${space(6)} ${space(8)}`,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { '(min-width: 72rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const field = style({
  display: 'grid',
  gap: `0 ${space(3)}`,
  gridTemplateColumns: 'minmax(0, 1fr) 5rem',
  alignItems: 'baseline',
  padding: `${space(1)} 0`,
  '@media': { [screen.medium]: { gridTemplateColumns: 'minmax(0, 11fr) 5rem minmax(0, 9fr)' } },
  borderTop: `1px solid ${color.line}`,
  fontSize: text.sm,
});
export const type = style({ color: color.inkSoft });
export const fieldNote = style({
  gridColumn: '1 / -1',
  color: color.inkFaint,
  fontSize: text.xs,
  '@media': { [screen.medium]: { gridColumn: 'auto' } },
});

export const document = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(1),
  fontSize: text.sm,
});
export const group = style({ selectors: { '& + &': { borderTop: `1px solid ${color.line}` } } });
export const groupHead = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(3),
  minHeight: space(11),
  fontSize: text.sm,
  cursor: 'pointer',
});
export const endpoint = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${space(1)} ${space(3)}`,
  alignItems: 'baseline',
  padding: `${space(2)} 0`,
  borderTop: `1px solid ${color.line}`,
  fontSize: text.sm,
  '@media': {
    '(min-width: 72rem)': { gridTemplateColumns: '4.25rem minmax(0, 5fr) minmax(0, 6fr) 12rem' },
  },
});
const methodBase = style({
  minWidth: '4.25rem',
  fontFamily: font.mono,
  fontSize: text.xs,
  fontWeight: 600,
});
export const method = styleVariants({
  GET: [methodBase, { color: color.link }],
  POST: [methodBase, { color: color.good }],
  PUT: [methodBase, { color: color.warn }],
  DELETE: [methodBase, { color: color.bad }],
});
export const path = style({ overflowWrap: 'anywhere' });
const belowPath = { gridColumn: '1 / -1', '@media': { '(min-width: 72rem)': { gridColumn: 'auto' } } };
export const summary = style([{ color: color.inkSoft }, belowPath]);
export const access = style([belowPath, { '@media': { '(min-width: 72rem)': { justifySelf: 'end' } } }]);

export const checkIntro = style({ marginBottom: space(3), color: color.inkSoft, fontSize: text.sm });
export const checks = style({ marginTop: space(4) });
export const check = style({
  padding: `${space(3)} 0`,
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
});
export const checkName = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(2),
  fontWeight: 550,
});
/** Records are long and have no spaces to break at. */
export const checkDetail = style({
  marginTop: space(1),
  color: color.inkSoft,
  fontSize: text.sm,
  overflowWrap: 'anywhere',
});
