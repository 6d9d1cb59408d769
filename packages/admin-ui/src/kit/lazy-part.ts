import { type ComponentType, lazy, type ReactNode } from 'react';

/** A part of a page in a file of its own, which the page does not wait for: what a click opens, or what stands at the
 * bottom. Shown within a `Suspense`. */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  type Props = Module[Name] extends (props: infer P) => ReactNode ? P : never;
  return lazy(async () => ({ default: (await load())[name] as ComponentType<Props> }));
}
