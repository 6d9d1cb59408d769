import { type ComponentType, lazy, type ReactNode } from 'react';

/**
 * A part of a page in a separate file that the page does not wait for: a panel that a click opens, or a card at the
 * bottom. Render it inside a `Suspense`.
 */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  type Props = Module[Name] extends (props: infer P) => ReactNode ? P : never;
  return lazy(async () => ({ default: (await load())[name] as ComponentType<Props> }));
}
