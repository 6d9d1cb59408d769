import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { motion, screen, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

/** One below another: `stack.small`, `stack.normal`, `stack.large`. */
export const stack = styleVariants({ small: 2, normal: 4, large: 6 }, (steps) => ({
  display: 'grid',
  gap: space(steps),
  gridTemplateColumns: 'minmax(0, 1fr)',
}));

/** Two fields side by side on tablets and wider. */
export const fieldPair = style({
  display: 'grid',
  gap: space(4),
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [screen.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

const appear = keyframes({ from: { opacity: 0 } });

/** For what replaces a skeleton. It only fades in: nothing moves. */
export const arrive = style({ animation: `${appear} ${motion.calm}` });

const { color } = tokens;

/** A list in a card, dimmed while its next page is fetched. */
export const entryList = style({ selectors: { '&[data-stale]': { opacity: 0.6 } } });
export const entry = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space(2)} ${space(4)}`,
  padding: `${space(3)} ${space(4)}`,
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
  '@media': { [screen.medium]: { padding: `${space(3)} ${space(6)}` } },
});
/** The line that names the entry. */
export const entryName = style({ fontWeight: 550, textAlign: 'left', overflowWrap: 'anywhere' });
/** Facts below it, side by side. */
export const entryMeta = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${space(4)}`,
  color: color.inkSoft,
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
});

/** One fact at each end of a line. */
export const factLine = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `0 ${space(4)}`,
  color: color.inkSoft,
  fontSize: text.sm,
  fontVariantNumeric: 'tabular-nums',
});
/** What counts in it. */
export const fact = style({ color: color.ink, fontWeight: 550 });

/** Choices in one line that scrolls sideways on phones, where no bar cuts into it, wrapping on wider screens. */
export const scrollingLine = style({
  display: 'flex',
  gap: space(1),
  overflowX: 'auto',
  padding: space(1),
  margin: `0 -${space(1)}`,
  scrollbarWidth: 'none',
  '@media': { [screen.medium]: { flexWrap: 'wrap', overflowX: 'visible' } },
});

/**
 * The buttons of a long form: they stay in view below it, above the bottom bar of phones. They are on the left: on the
 * right a toast would cover them.
 */
export const formFoot = style({
  position: 'sticky',
  bottom: `calc(${space(15)} + env(safe-area-inset-bottom))`,
  zIndex: 10,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(3),
  // Wider than a field that scrolls below it, and its focus ring.
  margin: `0 -${space(1)}`,
  padding: `${space(3)} ${space(1)}`,
  background: color.paper,
  borderTop: `1px solid ${color.line}`,
  '@media': { [screen.wide]: { bottom: 0 }, [screen.low]: { position: 'static' } },
});

/** No background of our own: an email with a dark mode shows it, any other is shown on white. */
export const emailFrame = style({ display: 'block', width: '100%', height: '100%', border: 0 });

/** Side by side, wrapping. */
export const cluster = style({ display: 'flex', flexWrap: 'wrap', gap: space(2) });
