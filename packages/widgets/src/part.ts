import { type GlobalStyleRule, globalStyle } from '@vanilla-extract/css';
import { root } from './theme.css.ts';

/**
 * Styles a part. What is styled inside and what a page can style through `::part` have one name, in one place:
 * the `part` attribute. Class names beside it would be a third of the views' size.
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
