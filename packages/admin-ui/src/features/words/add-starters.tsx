import { useMutation } from '@tanstack/react-query';
import { Button } from '../../design/button.tsx';
import { useToasts } from '../../design/toast.tsx';
import { failure } from '../../kit/failure.tsx';
import { useApi, useRefreshLists } from '../../kit/queries.ts';

/** Adds the second built-in pack. Pressed again, it adds what is missing by then. */
export function AddStarters() {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const add = useMutation({
    mutationFn: () => api.call('addStarters'),
    onSuccess({ added, skipped }) {
      const kept =
        skipped === 1
          ? '1 was in the library already and stays as it is.'
          : `${skipped} were in the library already and stay as they are.`;
      const title =
        added === 0
          ? 'The library has all of these words already'
          : `${added === 1 ? '1 word was' : `${added} words were`} added`;
      toasts.success(skipped > 0 && added > 0 ? { title, description: kept } : title);
      return refresh();
    },
    onError: (error) => toasts.error(failure('The words were not added', error)),
  });
  return (
    <Button icon="plus" busy={add.isPending} busyLabel="Adding words..." onClick={() => add.mutate()}>
      Add 366 built-in words
    </Button>
  );
}
