import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../design/button.tsx';
import { useToasts } from '../../design/toast.tsx';
import { failure } from '../../kit/failure.tsx';
import { endpointQuery, useApi, useRefreshLists } from '../../kit/queries.ts';
import { small } from './words.css.ts';

/** Adds the built-in words that the library does not have. Hidden once there are none. */
export function AddStarters({ note }: { note?: string }) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const { data } = useQuery({ ...endpointQuery(api, 'countStarters'), staleTime: 0 });
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
  if (!data || data.missing === 0) return null;
  return (
    <div>
      {note !== undefined && <p className={small}>{note}</p>}
      <Button icon="plus" busy={add.isPending} busyLabel="Adding words..." onClick={() => add.mutate()}>
        {data.missing === 1 ? 'Add 1 built-in word' : `Add ${data.missing} built-in words`}
      </Button>
    </div>
  );
}
