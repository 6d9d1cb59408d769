import { globSync } from 'node:fs';

/** The library of the package `faketime`, if it is installed. */
const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

export const canMoveClocks = library !== undefined;

/** What gives a process another clock, such as `+30d`; timers go on as usual. */
export function clockEnvironment(offset: string): Record<string, string> {
  if (!library || offset === '') return {};
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
