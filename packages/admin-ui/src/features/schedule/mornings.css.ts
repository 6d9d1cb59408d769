import { style } from '@vanilla-extract/css';
import { font, motion, radius, screen, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const range = style({ minWidth: '9rem' });
export const plan = style({ display: 'grid', borderTop: `1px solid ${color.line}` });
export const planRow = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `${space(1)} ${space(4)}`,
  alignItems: 'center',
  padding: `${space(3)} 0`,
  borderBottom: `1px solid ${color.line}`,
  transition: `opacity ${motion.quick}`,
  selectors: { '&[data-busy]': { opacity: 0.5 } },
  '@media': { [screen.medium]: { gridTemplateColumns: '8.5rem minmax(0, 1fr) auto' } },
});
export const planDay = style({
  fontSize: text.lg,
  fontWeight: 600,
  lineHeight: 1.3,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  '@media': { '(max-width: 39.99rem)': { gridColumn: '1 / -1', fontSize: text.base } },
});
export const planTime = style({
  display: 'block',
  color: color.inkFaint,
  fontSize: text.sm,
  fontWeight: 400,
});
export const planText = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const planWord = style({
  fontFamily: font.serif,
  fontSize: text.xl,
  fontWeight: 500,
  lineHeight: 1.25,
});
export const planMeaning = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  color: color.inkSoft,
  fontSize: text.sm,
});
export const planNone = style({ color: color.warn });
export const planProblem = style({ color: color.bad, fontSize: text.sm });
export const planTools = style({ display: 'flex', gap: space(1) });
export const noWords = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(3),
  marginTop: space(3),
  color: color.warn,
});

export const autopilotRow = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space(2)} ${space(4)}`,
});
export const autopilotFacts = style({ color: color.inkSoft, fontSize: text.sm });
export const autopilotLow = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(1),
  color: color.warn,
  fontSize: text.sm,
});
export const autopilotForm = style({ display: 'grid', gap: space(4), marginTop: space(4) });
export const autopilotFields = style({
  display: 'grid',
  gap: space(4),
  '@media': { [screen.medium]: { gridTemplateColumns: '10rem 10rem minmax(0, 1fr)' } },
});
export const days = style({ display: 'flex', flexWrap: 'wrap', gap: space(1) });
export const dayLabel = style({ fontSize: text.sm, fontWeight: 550, marginBottom: space(1) });
export const skipped = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: space(2),
  marginTop: space(4),
  paddingTop: space(4),
  borderTop: `1px solid ${color.line}`,
});
export const skippedDays = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(2),
  flexBasis: '100%',
  fontSize: text.sm,
});

export const week = style({
  padding: `${space(5)} ${space(4)} ${space(1)}`,
  color: color.inkSoft,
  fontSize: text.sm,
  fontWeight: 600,
  '@media': { [screen.medium]: { padding: `${space(5)} ${space(6)} ${space(1)}` } },
});
export const date = style({ display: 'grid', lineHeight: 1.15, fontVariantNumeric: 'tabular-nums' });
export const dateDay = style({ fontSize: text['2xl'], fontWeight: 600, whiteSpace: 'nowrap' });
export const dateWeekday = style({ color: color.inkSoft, fontSize: text.sm });
export const gap = style({
  display: 'grid',
  gap: `${space(2)} ${space(4)}`,
  alignItems: 'center',
  padding: `${space(3)} ${space(4)}`,
  borderBottom: `1px solid ${color.line}`,
  background: color.sunken,
  selectors: { 'li:last-child > &': { borderBottom: 0 } },
  '@media': {
    [screen.medium]: {
      gridTemplateColumns: '7rem minmax(0, 1fr) auto',
      padding: `${space(3)} ${space(6)}`,
    },
  },
});
export const gapText = style({ color: color.warn, fontWeight: 550 });
export const gapQuiet = style({ color: color.inkFaint });
export const gapActions = style({ display: 'flex', flexWrap: 'wrap', gap: space(2) });
export const hint = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(2),
  gridColumn: '1 / -1',
  padding: `${space(2)} ${space(3)}`,
  borderRadius: radius.inner,
  background: color.warnSoft,
  color: color.warn,
  fontSize: text.sm,
});
