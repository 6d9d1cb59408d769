import { useRef, useState } from 'react';
import type { z } from 'zod';

function read<T>(key: string, schema: z.ZodType<T>): T | undefined {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? undefined : schema.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown) {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: then it is kept as long as the page is open.
  }
}

/** State that outlives the component, the page and the session, as long as the tab is open: unsaved work is still
 * there after another panel, another page or a new login. `undefined` forgets it.
 *
 * @param schema What was kept by an older version and does not fit any more is dropped.
 */
export function usePersistedState<T>(key: string, schema: z.ZodType<T>) {
  const name = `wordrise.${key}`;
  const [state, setState] = useState(() => read(name, schema));
  const latest = useRef(state);

  // Written at once, not in an effect: whoever forgets the state often closes the component with it.
  function set(next: T | undefined | ((now: T | undefined) => T | undefined)) {
    latest.current = next instanceof Function ? next(latest.current) : next;
    write(name, latest.current);
    setState(latest.current);
  }
  return [state, set] as const;
}
