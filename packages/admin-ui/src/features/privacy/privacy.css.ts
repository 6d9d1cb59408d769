import { globalStyle, style } from '@vanilla-extract/css';
import { font, screen, text as size, space } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const columns = style({
  display: 'grid',
  gap: space(5),
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { '(min-width: 72rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const form = style({ display: 'grid', gap: space(4), gridTemplateColumns: 'minmax(0, 1fr)' });
export const text = style({
  minHeight: 'min(60vh, 40rem)',
  fontFamily: font.mono,
  '@media': { [screen.medium]: { fontSize: size.sm } },
});
export const theirs = style({
  maxHeight: '20rem',
  overflow: 'auto',
  marginTop: space(2),
  fontFamily: font.mono,
  fontSize: size.sm,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: space(3) });

export const page = style({ display: 'grid', gap: space(4), overflowWrap: 'anywhere' });
export const title = style({
  fontFamily: font.serif,
  fontSize: size['2xl'],
  fontWeight: 500,
  lineHeight: 1.2,
});
export const body = style({ display: 'grid', gap: space(3), gridTemplateColumns: 'minmax(0, 1fr)' });
const inBody = (elements: string) =>
  elements
    .split(', ')
    .map((element) => `${body} ${element}`)
    .join(', ');
globalStyle(inBody('h1, h2, h3'), { marginTop: space(3), fontSize: size.lg, fontWeight: 600 });
globalStyle(inBody('h3'), { fontSize: size.base });
globalStyle(inBody('ul, ol'), { display: 'grid', gap: space(1), paddingLeft: space(5) });
globalStyle(inBody('ul'), { listStyle: 'disc' });
globalStyle(inBody('ol'), { listStyle: 'decimal' });
globalStyle(inBody('blockquote'), { paddingLeft: space(4), borderLeft: `3px solid ${color.line}` });
globalStyle(inBody('pre, table'), { overflowX: 'auto', maxWidth: '100%' });
