import { type GlobalStyleRule, globalStyle } from '@vanilla-extract/css';
import { root } from './theme.css.ts';

/**
 * Styles a part. Our own styles use the same `part` names that pages use with `::part`: class names next to them
 * would make up a third of the views' size.
 */
export function part(
  name: string,
  rule: GlobalStyleRule,
  states: Record<string, GlobalStyleRule> = {},
): void {
  globalStyle(`${root} [part~=${name}]`, rule);
  for (const [state, changed] of Object.entries(states))
    globalStyle(`${root} [part~=${name}]${state}`, changed);
}
