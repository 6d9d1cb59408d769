import { style, styleVariants } from '@vanilla-extract/css';
import { font, motion, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const versions = style({
  display: 'grid',
  gap: space(5),
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [screen.medium]: { gridTemplateColumns: '15rem minmax(0, 1fr)', alignItems: 'start' } },
});
export const list = style({
  display: 'grid',
  maxHeight: '16rem',
  overflowY: 'auto',
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  scrollbarWidth: 'thin',
  '@media': { [screen.medium]: { maxHeight: '60dvh' } },
});
export const version = style({
  display: 'grid',
  gap: space(0.5),
  width: '100%',
  padding: `${space(3)} ${space(4)}`,
  border: 0,
  borderBottom: `1px solid ${color.line}`,
  background: 'transparent',
  textAlign: 'left',
  cursor: 'pointer',
  transition: `background-color ${motion.quick}`,
  selectors: {
    '&:hover': { background: color.sunken },
    '&[aria-pressed="true"]': { background: color.accentSoft },
    'li:last-child > &': { borderBottom: 0 },
  },
});
export const versionHead = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(2) });
export const when = style({ fontWeight: 550, fontVariantNumeric: 'tabular-nums' });
export const who = style({ color: color.inkSoft, fontSize: text.sm });
export const subject = style({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: color.inkSoft,
  fontSize: text.sm,
});

export const comparison = style({ display: 'grid', gap: space(4), gridTemplateColumns: 'minmax(0, 1fr)' });
export const note = style({ color: color.inkSoft });
export const diff = style({
  display: 'grid',
  gap: space(3),
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [screen.medium]: { maxHeight: '52dvh', overflowY: 'auto' } },
});
export const place = style({
  marginBottom: space(1),
  color: color.inkFaint,
  fontSize: text.xs,
  fontWeight: 550,
});
export const code = style({
  overflow: 'hidden',
  border: `1px solid ${color.line}`,
  borderRadius: radius.inner,
  fontFamily: font.mono,
  fontSize: text.xs,
  lineHeight: 1.6,
});
const rowBase = style({
  display: 'flex',
  paddingRight: space(3),
  // A difference in a long line must be visible.
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const row = styleVariants({
  same: [rowBase, { color: color.inkSoft }],
  added: [rowBase, { background: color.goodSoft, color: color.good }],
  removed: [rowBase, { background: color.badSoft, color: color.bad }],
});
export const sign = style({ flex: 'none', width: space(6), textAlign: 'center', userSelect: 'none' });
/** Wraps next to its sign. */
export const line = style({ minWidth: 0 });

/** The top of the email that a version makes, at half its size. */
export const picture = style({
  width: 320,
  maxWidth: '100%',
  height: space(72),
  overflow: 'hidden',
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.inner,
});
export const paper = style({
  width: 640,
  height: '200%',
  transform: 'scale(0.5)',
  transformOrigin: 'top left',
});
