import { style } from '@vanilla-extract/css';
import { font, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';

const { color } = tokens;

export const page = style({ display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)', height: '100dvh' });
export const head = style({
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
export const subject = style({
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
export const plainText = style({
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
