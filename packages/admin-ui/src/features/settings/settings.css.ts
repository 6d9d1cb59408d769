import { style } from '@vanilla-extract/css';
import { radius, space, text } from '../../design/scale.ts';
import { tokens } from '../../design/tokens.css.ts';

const { color } = tokens;

export const columns = style({
  display: 'grid',
  gap: space(5),
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { '(min-width: 72rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const column = style({ display: 'grid', gap: space(5), gridTemplateColumns: 'minmax(0, 1fr)' });
export const form = style({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: 'minmax(0, 1fr)',
  overflowWrap: 'anywhere',
});
/** One question of a few, as wide as a text. */
export const step = style({ maxWidth: '40rem' });
export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: space(3) });
export const secret = style({ display: 'grid', gap: space(1), gridTemplateColumns: 'minmax(0, 1fr)' });
export const given = style({ background: color.sunken, color: color.inkSoft });
export const more = style({ display: 'grid', gap: space(4), marginTop: space(4) });
export const summary = style({ cursor: 'pointer', color: color.link, width: 'fit-content' });

/** What a service needs, below its choice. */
export const facts = style({
  display: 'grid',
  gap: `${space(1)} ${space(4)}`,
  padding: space(4),
  background: color.sunken,
  borderRadius: radius.inner,
  fontSize: text.sm,
  overflowWrap: 'anywhere',
  '@media': { '(min-width: 40rem)': { gridTemplateColumns: 'max-content minmax(0, 1fr)' } },
});
export const term = style({ fontWeight: 600 });

export const checks = style({ display: 'grid', gap: space(3) });
export const check = style({ display: 'grid', gap: space(2), overflowWrap: 'anywhere' });
export const checkHead = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(2) });
export const checkName = style({ fontWeight: 550 });
export const detail = style({ color: color.inkSoft, fontSize: text.sm });
export const record = style({
  display: 'grid',
  gap: space(2),
  justifyItems: 'start',
  padding: space(3),
  background: color.sunken,
  borderRadius: radius.inner,
  fontSize: text.sm,
});
export const test = style({
  display: 'grid',
  gap: space(3),
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'start',
  marginTop: space(5),
  paddingTop: space(5),
  borderTop: `1px solid ${color.line}`,
});
