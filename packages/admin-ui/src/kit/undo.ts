import { useToasts } from '../design/toast.tsx';
import { failure } from './failure.tsx';
import { useRefreshLists } from './queries.ts';

/**
 * Makes the "Undo" of a toast.
 *
 * @returns a function of what to do, and of what to say once it is done
 */
export function useUndo() {
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return (undo: () => Promise<unknown>, done: string) => ({
    label: 'Undo',
    async onAct() {
      try {
        await undo();
        toasts.success(done);
      } catch (error) {
        toasts.error(failure('This could not be undone', error));
      }
      await refresh();
    },
  });
}
