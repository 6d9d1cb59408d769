import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import type { z } from 'zod';
import { AlertDialog } from '../design/dialog.tsx';

/** Makes the browser ask before the tab is closed or reloaded. */
export function useCloseWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}

interface UnsavedWorkOptions {
  isUnsaved: boolean;
  /** What will be lost. */
  description: ReactNode;
  /** Called when the work is discarded. */
  onDiscard: () => void;
}

/**
 * Asks before unsaved work is lost: with a dialog when a link leads to another page or a button discards it, with the
 * browser's own when the tab is closed. A page has at most one of these.
 *
 *     const unsaved = useUnsavedWork({ isUnsaved, description: 'Your text will be lost.', onDiscard: discard });
 *     <Button onClick={unsaved.discard}>Cancel</Button>
 *     {unsaved.dialog}
 */
export function useUnsavedWork({ isUnsaved, description, onDiscard }: UnsavedWorkOptions) {
  const [isDiscarding, setDiscarding] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      nextLocation.pathname !== currentLocation.pathname &&
      // Signed out, or the session ended: unsaved work survives that.
      nextLocation.pathname !== '/login',
  );
  useCloseWarning(isUnsaved);
  const isLeaving = blocker.state === 'blocked';

  function keep() {
    setDiscarding(false);
    blocker.reset?.();
  }
  function giveUp() {
    setDiscarding(false);
    onDiscard();
    blocker.proceed?.();
  }
  const texts = isLeaving
    ? { title: 'Leave without saving?', confirmLabel: 'Leave without saving', cancelLabel: 'Stay here' }
    : { title: 'Discard your changes?', confirmLabel: 'Discard changes', cancelLabel: 'Keep editing' };
  return {
    /** Discards the work, after asking if there is any. */
    discard: () => (isUnsaved ? setDiscarding(true) : onDiscard()),
    dialog: (
      <AlertDialog
        open={isLeaving || isDiscarding}
        onOpenChange={(open) => !open && keep()}
        {...texts}
        description={description}
        onConfirm={giveUp}
      />
    ),
  };
}

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
