import { style } from '@vanilla-extract/css';
import { font, motion, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;
const sideBySide = '(min-width: 64rem)';

export const page = style({ display: 'grid', gap: space(5), gridTemplateColumns: 'minmax(0, 1fr)' });

/** One at a time on phones: the list or the open email. */
export const columns = style({
  '@media': {
    [sideBySide]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 320px) minmax(0, 1fr)',
      alignItems: 'start',
      gap: space(5),
    },
  },
});
const boxed = {
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  overflow: 'hidden',
} as const;
export const list = style({
  ...boxed,
  selectors: {
    [`${columns}[data-reading] &`]: { display: 'none' },
  },
  '@media': {
    [sideBySide]: {
      maxHeight: '46rem',
      overflowY: 'auto',
      scrollbarWidth: 'thin',
      selectors: { [`${columns}[data-reading] &`]: { display: 'block' } },
    },
  },
});
export const item = style({
  borderBottom: `1px solid ${color.line}`,
  // Items are rendered when they come into view: there may be a thousand.
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 84px',
  selectors: { '&:last-child': { borderBottom: 0 } },
});
export const link = style({
  display: 'grid',
  gap: 2,
  padding: `${space(3)} ${space(4)}`,
  color: color.ink,
  textDecoration: 'none',
  transition: `background-color ${motion.quick}`,
  selectors: {
    '&:hover': { background: color.sunken },
    '&:focus-visible': { outlineOffset: -2 },
    '&[aria-current]': { background: color.accentSoft },
  },
});
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
export const itemSubject = style({
  ...oneLine,
  fontFamily: font.serif,
  fontSize: text.lg,
  fontWeight: 500,
  lineHeight: 1.3,
});
export const itemTo = style({ ...oneLine, fontSize: text.sm });
export const itemTime = style({
  color: color.inkSoft,
  fontSize: text.xs,
  fontVariantNumeric: 'tabular-nums',
});
export const more = style({
  padding: space(4),
  borderTop: `1px solid ${color.line}`,
  color: color.inkSoft,
  fontSize: text.sm,
});

export const pane = style({
  ...boxed,
  minWidth: 0,
  selectors: {
    '&:focus': { outline: 'none' },
    [`${columns}:not([data-reading]) &`]: { display: 'none' },
  },
  '@media': {
    [sideBySide]: { selectors: { [`${columns}:not([data-reading]) &`]: { display: 'block' } } },
  },
});
export const back = style({
  padding: `${space(2)} ${space(2)} 0`,
  '@media': { [sideBySide]: { display: 'none' } },
});
export const loading = style({ display: 'grid', gap: space(4), padding: space(5) });
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: space(4),
  padding: space(4),
  borderBottom: `1px solid ${color.line}`,
  '@media': { [screen.medium]: { padding: `${space(4)} ${space(6)}` } },
});
export const headText = style({ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' });
export const subject = style({
  fontFamily: font.serif,
  fontSize: text.xl,
  fontWeight: 500,
  lineHeight: 1.25,
});
export const headers = style({ display: 'grid', gap: space(1), marginTop: space(2), fontSize: text.sm });
export const header = style({ display: 'flex', gap: space(3) });
export const headerName = style({ flex: 'none', width: '4.5rem', color: color.inkSoft });
export const views = style({ display: 'flex', gap: space(2) });
export const linkNote = style({
  padding: `${space(2)} ${space(4)}`,
  borderBottom: `1px solid ${color.line}`,
  color: color.inkSoft,
  fontSize: text.sm,
  '@media': { [screen.medium]: { padding: `${space(2)} ${space(6)}` } },
});
export const frame = style({ height: 'min(75vh, 46rem)', background: color.sunken });
export const plainText = style({
  padding: space(5),
  fontSize: text.sm,
  lineHeight: 1.6,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
