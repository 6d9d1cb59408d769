import { createVar, style } from '@vanilla-extract/css';
import { font, phonetics, radius, screen, space, text } from '../../design/scale.ts';
import { sunrise } from '../../design/sunrise.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;
const glow = createVar();
const sun = createVar();

/** The one hero of the admin area: a word at dawn. The sun rises where no text is. */
export const next = style({
  vars: { [glow]: '#fbcaa0', [sun]: sunrise.day.sun },
  display: 'grid',
  gridTemplateRows: 'auto 1fr auto',
  gap: space(5),
  minHeight: space(76),
  padding: space(5),
  border: `1px solid ${color.line}`,
  borderRadius: radius.outer,
  background: `
    radial-gradient(circle at 88% 100%, ${sun} 0 46px, transparent 47px),
    radial-gradient(ellipse 46% 60% at 88% 100%, ${glow}, transparent),
    ${color.surface}`,
  '@media': {
    [screen.medium]: { padding: `${space(6)} ${space(8)} ${space(7)}` },
    [screen.night]: { vars: { [glow]: 'rgb(140 70 70 / 0.75)', [sun]: sunrise.night.sun } },
  },
});
export const nextHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(2),
});
export const nextLabel = style({ color: color.inkSoft, fontSize: text.sm, fontWeight: 550 });
export const nextBody = style({ display: 'grid', alignContent: 'center', gap: space(2) });
export const nextWord = style({
  fontFamily: font.serif,
  fontSize: 'clamp(2.75rem, 9vw, 4.5rem)',
  fontWeight: 500,
  lineHeight: 1,
  letterSpacing: '-0.02em',
  overflowWrap: 'anywhere',
});
export const nextSound = style({ fontFamily: phonetics, color: color.inkSoft, fontSize: text.lg });
export const nextMeaning = style({
  maxWidth: '56ch',
  fontFamily: font.serif,
  fontSize: text.lg,
  lineHeight: 1.45,
  overflowWrap: 'anywhere',
});
export const nextNone = style({
  alignSelf: 'center',
  fontFamily: font.serif,
  fontSize: text['3xl'],
  fontWeight: 500,
  lineHeight: 1.2,
  maxWidth: '22ch',
});
export const reasons = style({
  display: 'grid',
  gap: space(2),
  padding: `${space(3)} ${space(4)}`,
  background: color.badSoft,
  borderRadius: radius.inner,
  color: color.ink,
  fontSize: text.sm,
});
export const fix = style({ color: color.inkSoft });
export const nextFoot = style({
  display: 'grid',
  justifyItems: 'start',
  gap: space(3),
  maxWidth: '46rem',
  fontSize: text.sm,
});
/** In the room of the word and of what is below it. */
export const nextFailed = style([nextFoot, { alignContent: 'center', gridRow: 'span 2' }]);
export const nextActions = style({
  display: 'flex',
  flexWrap: 'wrap',
  flexDirection: 'row-reverse',
  justifyContent: 'flex-end',
  gap: space(2),
});
