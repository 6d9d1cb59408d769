import { globalStyle, style } from '@vanilla-extract/css';
import { radius, space, text } from '../design/scale.ts';
import { tokens } from '../design/tokens.css.ts';
import * as landing from './landing.css.ts';

const { color } = tokens;
const wide = '(min-width: 58rem)';

/** The landing page's sunrise, lower. */
export const hero = style([
  landing.hero,
  {
    justifyItems: 'start',
    padding: `${space(6)} max(${space(5)}, calc(50% - 21rem)) ${space(58)}`,
    textAlign: 'left',
    '@media': { [wide]: { padding: `${space(8)} calc(50% - 21rem) ${space(68)}` } },
  },
]);
export const home = style({
  color: color.ink,
  fontSize: text.sm,
  fontWeight: 550,
  textDecoration: 'none',
  padding: `${space(1)} 0`,
  selectors: { '&:hover': { textDecoration: 'underline' } },
});
export const title = style({
  marginTop: space(6),
  fontFamily: landing.display,
  fontSize: 'clamp(2.5rem, 9vw, 4rem)',
  fontWeight: 500,
  lineHeight: 1.05,
  letterSpacing: '-0.02em',
  overflowWrap: 'anywhere',
});
export const desk = style([
  landing.desk,
  {
    maxWidth: 'calc(42rem + 2 * 2rem)',
    marginBottom: space(12),
    '@media': { [wide]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
  },
]);
export const sheet = style([landing.sheet, { gap: space(4), overflowWrap: 'anywhere' }]);

export const footer = style([landing.footer, { maxWidth: '42rem' }]);

const inSheet = (elements: string) =>
  elements
    .split(', ')
    .map((element) => `${sheet} ${element}`)
    .join(', ');
globalStyle(inSheet('h1, h2, h3'), {
  marginTop: space(4),
  fontFamily: landing.display,
  fontSize: text.xl,
  fontWeight: 500,
  lineHeight: 1.25,
});
globalStyle(inSheet('h3'), { fontSize: text.lg });
globalStyle(inSheet('p, li'), { maxWidth: '66ch' });
globalStyle(inSheet('ul, ol'), { display: 'grid', gap: space(1), paddingLeft: space(5) });
globalStyle(inSheet('ul'), { listStyle: 'disc' });
globalStyle(inSheet('ol'), { listStyle: 'decimal' });
globalStyle(inSheet('blockquote'), { paddingLeft: space(4), borderLeft: `3px solid ${color.line}` });
globalStyle(inSheet('pre, table'), { overflowX: 'auto', maxWidth: '100%' });
globalStyle(inSheet('pre'), { padding: space(3), background: color.sunken, borderRadius: radius.inner });
globalStyle(inSheet('hr'), { width: '100%', border: 0, borderTop: `1px solid ${color.line}` });

export const form = style({ marginTop: space(2) });
export const button = style({
  display: 'inline-block',
  justifySelf: 'start',
  minHeight: space(12),
  padding: `${space(3)} ${space(6)}`,
  border: 0,
  borderRadius: radius.inner,
  background: color.accent,
  color: color.onAccent,
  font: 'inherit',
  fontSize: text.base,
  fontWeight: 550,
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: { '&:hover': { background: color.accentHover } },
});
