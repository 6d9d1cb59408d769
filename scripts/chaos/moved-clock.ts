import { globSync } from 'node:fs';

/** The library of the package `faketime`, if it is installed. */
const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

export const canMoveClocks = library !== undefined;

/** The environment that moves a process's clock, such as by `+30d`; timers run as usual. */
export function clockEnvironment(offset: string): Record<string, string> {
  if (!library || offset === '') return {};
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
