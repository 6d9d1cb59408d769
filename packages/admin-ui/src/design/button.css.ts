import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { motion, radius, space, text } from './scale.ts';
import { tokens } from './tokens.css.ts';

const { color } = tokens;

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space(2),
  minHeight: space(10),
  padding: `${space(2)} ${space(4)}`,
  border: '1px solid transparent',
  borderRadius: radius.outer,
  fontSize: text.sm,
  fontWeight: 550,
  lineHeight: 1.3,
  textAlign: 'center',
  textDecoration: 'none',
  cursor: 'pointer',
  userSelect: 'none',
  transition: `background-color ${motion.quick}, border-color ${motion.quick}, color ${motion.quick}`,
  selectors: {
    '&[aria-disabled="true"], &:disabled': { cursor: 'not-allowed' },
    '&:disabled': { opacity: 0.55 },
    '&[aria-busy="true"]': { cursor: 'progress' },
  },
});

export const button = styleVariants({
  primary: [
    base,
    {
      background: color.accent,
      color: color.onAccent,
      selectors: { '&:hover:not(:disabled)': { background: color.accentHover } },
    },
  ],
  secondary: [
    base,
    {
      background: color.surface,
      borderColor: color.line,
      color: color.ink,
      selectors: {
        '&:hover:not(:disabled)': { borderColor: color.lineStrong },
        '&[aria-pressed="true"], &[aria-expanded="true"]': {
          background: color.accentSoft,
          borderColor: color.accentSoft,
          color: color.accentInk,
        },
      },
    },
  ],
  quiet: [
    base,
    {
      background: 'transparent',
      color: color.inkSoft,
      selectors: {
        '&:hover:not(:disabled)': { background: color.sunken, color: color.ink },
        '&[aria-pressed="true"]': { color: color.accentInk },
      },
    },
  ],
  danger: [
    base,
    {
      background: color.bad,
      color: color.onBad,
      selectors: { '&:hover:not(:disabled)': { filter: 'brightness(0.93)' } },
    },
  ],
});

export const size = styleVariants({
  normal: {},
  small: { minHeight: space(8), padding: `${space(1)} ${space(3)}`, borderRadius: radius.inner },
  large: { minHeight: space(12), padding: `${space(3)} ${space(6)}`, fontSize: text.base },
});

export const wide = style({ width: '100%' });
/** Square, for a button that is an icon alone. */
export const iconOnly = style({ padding: 0, aspectRatio: '1', flex: 'none' });

const turn = keyframes({ to: { transform: 'rotate(1turn)' } });
/** The same size as the icon it replaces. */
export const spinner = style({
  width: 18,
  height: 18,
  flex: 'none',
  borderRadius: '50%',
  border: '2px solid currentColor',
  borderRightColor: 'transparent',
  animation: `${turn} 700ms linear infinite`,
});
