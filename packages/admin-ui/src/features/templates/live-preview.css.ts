import { style, styleVariants } from '@vanilla-extract/css';
import { font, motion, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { wide } from './templates.css.ts';

const { color } = tokens;

export const pane = style({
  display: 'grid',
  gridTemplateRows: 'auto auto minmax(0, 1fr)',
  gridTemplateColumns: 'minmax(0, 1fr)',
  minWidth: 0,
  overflow: 'hidden',
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  background: color.surface,
  '@media': { [wide]: { gridArea: 'live' } },
});
export const head = style({
  display: 'grid',
  gap: space(3),
  padding: `${space(3)} ${space(4)}`,
  borderBottom: `1px solid ${color.line}`,
});
export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(2),
});
export const word = style({ minWidth: 0, color: color.inkSoft, fontSize: text.sm, overflowWrap: 'anywhere' });
export const wordName = style({
  color: color.ink,
  fontFamily: font.serif,
  fontSize: text.lg,
  fontWeight: 500,
});
export const subject = style({ fontWeight: 550, lineHeight: 1.35, overflowWrap: 'anywhere' });
export const findings = styleVariants(
  { bad: [color.badSoft, color.bad], warn: [color.warnSoft, color.warn] },
  ([background, edge]) => ({
    display: 'grid',
    gap: space(1),
    padding: `${space(2)} ${space(4)}`,
    background,
    borderLeft: `4px solid ${edge}`,
    fontSize: text.sm,
  }),
);
export const findingsTitle = style({ fontWeight: 550 });

/** The email, centered at phone width. */
export const stage = style({
  position: 'relative',
  height: 'min(75dvh, 40rem)',
  background: color.sunken,
  transition: `opacity ${motion.quick}`,
  selectors: { '&[data-old]': { opacity: 0.55 }, '&[data-phone]': { maxWidth: 390, margin: '0 auto' } },
  '@media': {
    [wide]: { height: 'auto', minHeight: '24rem', selectors: { '&[data-phone]': { width: 390 } } },
  },
});
export const frame = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  border: 0,
  selectors: {
    // The background of an email that sets no colors.
    '&[data-scheme="light"]': { colorScheme: 'light', background: 'white' },
    '&[data-scheme="dark"]': { colorScheme: 'dark' },
  },
});
export const plainText = style({
  position: 'absolute',
  inset: 0,
  overflow: 'auto',
  padding: space(5),
  fontSize: text.sm,
  lineHeight: 1.6,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  background: color.surface,
  '@media': { [screen.medium]: { padding: space(6) } },
});
export const loading = style({ display: 'grid', gap: space(4), padding: space(6) });

export const page = style({ display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)', height: '100dvh' });
export const previewPageHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space(2)} ${space(6)}`,
  padding: `${space(3)} ${space(4)}`,
  background: color.surface,
  borderBottom: `1px solid ${color.line}`,
  '@media': { [screen.medium]: { padding: `${space(3)} ${space(6)}` } },
});
export const headText = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const label = style({ color: color.inkFaint, fontSize: text.xs, fontWeight: 550 });
export const previewPageSubject = style({
  fontFamily: font.serif,
  fontSize: text.xl,
  fontWeight: 500,
  lineHeight: 1.25,
});
export const views = style({ display: 'flex', gap: space(2) });
export const body = style({ minHeight: 0, overflow: 'auto', background: color.sunken });
export const phone = style({
  width: 'min(100%, 390px)',
  margin: '0 auto',
  borderLeft: `1px solid ${color.line}`,
  borderRight: `1px solid ${color.line}`,
});
/** As an email client without HTML shows it. */
export const previewPagePlainText = style({
  maxWidth: '46rem',
  margin: '0 auto',
  padding: space(6),
  fontSize: text.sm,
  lineHeight: 1.6,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const waiting = style({ maxWidth: 720, margin: '0 auto', padding: space(6) });
export const skeleton = style({ display: 'grid', gap: space(6) });
export const hiddenHeading = visuallyHidden;
