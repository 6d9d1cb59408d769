import { useRef, useState } from 'react';
import type { z } from 'zod';

function read<T>(key: string, schema: z.ZodType<T>): T | undefined {
  try {
    const stored = sessionStorage.getItem(key);
    return stored === null ? undefined : schema.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown) {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the state lasts as long as the page.
  }
}

/** State that outlives the component, the page and the session, as long as the tab is open: unsaved work is still
 * there after visiting another panel or page, or signing in again. `undefined` clears it.
 *
 * @param schema Stored state that no longer fits it, from an older version, is dropped.
 */
export function usePersistedState<T>(key: string, schema: z.ZodType<T>) {
  const name = `wordrise.${key}`;
  const [state, setState] = useState(() => read(name, schema));
  const latest = useRef(state);

  // Not written in an effect: clearing the state often comes with closing the component.
  function set(next: T | undefined | ((now: T | undefined) => T | undefined)) {
    latest.current = next instanceof Function ? next(latest.current) : next;
    write(name, latest.current);
    setState(latest.current);
  }
  return [state, set] as const;
}
