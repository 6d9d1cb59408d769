import { style } from '@vanilla-extract/css';
import { font, motion, radius, space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';

const { color } = tokens;

export const picker = style({ display: 'grid', gap: space(3), gridTemplateColumns: 'minmax(0, 1fr)' });
/** Without a limit twenty words would push what follows far below the fold. */
export const pickerList = style({
  maxHeight: '22rem',
  overflowY: 'auto',
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  scrollbarWidth: 'thin',
});
export const pickerPager = style({ visibility: 'hidden' });
/** As high as a full list. */
export const pickerLoading = style({ height: '22rem', padding: space(3) });
export const words = style({
  transition: `opacity ${motion.quick}`,
  selectors: { '&[data-stale]': { opacity: 0.55 } },
});
export const wordRow = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(4),
  padding: `${space(3)} ${space(4)}`,
  borderBottom: `1px solid ${color.line}`,
  selectors: { '&:last-child': { borderBottom: 0 }, '&:hover': { background: color.sunken } },
});
export const wordText = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const word = style({ fontFamily: font.serif, fontSize: text.lg, fontWeight: 500, lineHeight: 1.3 });
export const definition = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  color: color.inkSoft,
  fontSize: text.sm,
});
