import { useMutation } from '@tanstack/react-query';
import { limits, type ReadersRemoved, type ReaderView } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { AlertDialog } from '../../design/dialog.tsx';
import { useToasts } from '../../design/toast.tsx';
import type { Api } from '../../kit/api.ts';
import { failure } from '../../kit/failure.tsx';
import { counted, figure } from '../../kit/figures.ts';
import { useApi } from '../../kit/queries.ts';
import * as styles from './readers.css.ts';
import { type ReadersParams, stateNames, useRefreshReaders, useRemovalText } from './readers.queries.ts';

/** The readers that are selected on the page, or all that match. */
export function useSelection(readers: readonly ReaderView[], { page, search, state }: ReadersParams) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [isAll, setAll] = useState(false);
  const shown = `${page} ${search} ${state}`;
  const before = useRef(shown);
  useEffect(() => {
    // What is not in sight must not be removed by accident.
    if (before.current === shown) return;
    before.current = shown;
    setIds(new Set());
    setAll(false);
  }, [shown]);
  const onPage = readers.filter(({ id }) => ids.has(id));
  return {
    ids: onPage.map(({ id }) => id),
    isAll,
    isWholePage: readers.length > 0 && onPage.length === readers.length,
    has: (id: number) => isAll || ids.has(id),
    toggle(id: number) {
      const next = new Set(isAll ? readers.map((reader) => reader.id) : ids);
      if (!next.delete(id)) next.add(id);
      setAll(false);
      setIds(next);
    },
    selectPage(wanted: boolean) {
      setAll(false);
      setIds(new Set(wanted ? readers.map(({ id }) => id) : []));
    },
    selectAll: () => setAll(true),
    clear() {
      setAll(false);
      setIds(new Set());
    },
  };
}

interface SelectionBarProps {
  selection: ReturnType<typeof useSelection>;
  /** Of all readers that match; not known while they are counted. */
  total: number | undefined;
  params: ReadersParams;
}

/** The head of the list: selects the page or all that match, and removes what is selected. */
export function SelectionBar({ selection, total, params }: SelectionBarProps) {
  const [isAsking, setAsking] = useState(false);
  const count = selection.isAll ? (total ?? 0) : selection.ids.length;
  const removal = useRemovalText();
  const remove = useRemoveReaders(() => {
    setAsking(false);
    selection.clear();
  });
  return (
    <div className={styles.selection}>
      <label className={styles.selectPage}>
        <input
          type="checkbox"
          className={styles.checkbox}
          aria-label="Select this page"
          checked={selection.isAll || selection.isWholePage}
          ref={(input) => {
            if (input) input.indeterminate = count > 0 && !selection.isAll && !selection.isWholePage;
          }}
          onChange={(event) => selection.selectPage(event.target.checked)}
        />
        <span role="status">{count === 0 ? 'Select this page' : `${figure(count)} selected`}</span>
      </label>
      {selection.isWholePage && !selection.isAll && total !== undefined && total > selection.ids.length && (
        <Button size="small" variant="quiet" onClick={selection.selectAll}>
          Select all {figure(total)} {describe(params)}
        </Button>
      )}
      {count > 0 && (
        <span className={styles.selectionEnd}>
          <Button size="small" icon="trash" onClick={() => setAsking(true)}>
            Remove
          </Button>
        </span>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${counted(count, 'reader')}?`}
        description={`${selection.isAll ? `These are all ${describe(params)}. ` : ''}${removal}`}
        confirmLabel={`Remove ${counted(count, 'reader')}`}
        busyLabel={
          count > limits.readersRemoved
            ? `Removed ${figure(remove.done)} of ${figure(count)}...`
            : 'Removing...'
        }
        cancelLabel="Keep them"
        busy={remove.isPending}
        onConfirm={() => remove.start(selection.isAll ? params : selection.ids, count)}
      />
    </div>
  );
}

/** What matches: "readers", "readers with “example.com”", "readers in the state “Refused”". */
function describe({ search, state }: ReadersParams): string {
  const parts = [
    search !== '' && `with “${search}”`,
    state !== undefined && `in the state “${stateNames[state]}”`,
  ].filter(Boolean);
  return ['readers', ...parts].join(' ');
}

/** Removes in as many calls as it takes. Leaving the page ends it between two of them. */
function useRemoveReaders(onEnd: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshReaders();
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: ({ which, total }: { which: readonly number[] | ReadersParams; total: number }) =>
      removeAll(api, which, total, setDone),
    onSuccess({ removed, pending, kept }) {
      const title = `${counted(removed, 'reader')} removed`;
      if (kept.length > 0) {
        const description = `${counted(kept.length, 'reader')} stayed: ${kept[0]?.email}: ${kept[0]?.message}`;
        toasts.error({ title, description });
      } else if (pending > 0) {
        toasts.success(`${title} here. The email provider’s list follows as soon as it responds`);
      } else toasts.success(title);
    },
    onError: (error) => toasts.error(failure('Not all of them were removed', error)),
    onSettled() {
      setDone(0);
      onEnd();
      return refresh();
    },
  });
  return {
    done,
    isPending: mutation.isPending,
    start: (which: readonly number[] | ReadersParams, total: number) => mutation.mutate({ which, total }),
  };
}

async function removeAll(
  api: Api,
  which: readonly number[] | ReadersParams,
  total: number,
  onProgress: (done: number) => void,
): Promise<ReadersRemoved> {
  const all: ReadersRemoved = { removed: 0, pending: 0, kept: [], after: 0 };
  const next = Array.isArray(which) ? byId(which) : await matching(api, which as ReadersParams, total);
  while (all.after !== null) {
    const body = next(all);
    if (!body) break;
    const answer = await api.call('removeReaders', { body });
    all.removed += answer.removed;
    all.pending += answer.pending;
    all.kept.push(...answer.kept);
    all.after = answer.after;
    onProgress(all.removed);
  }
  return all;
}

const byId =
  (ids: readonly number[]) =>
  ({ after }: ReadersRemoved) => ({ ids: ids.filter((id) => id > (after ?? 0)) });

/** All that match now; not those who sign up while it runs. */
async function matching(api: Api, { search, state }: ReadersParams, total: number) {
  const { readers } = await api.call('listSignups', { query: { page: 1, limit: 1, search, state } });
  const upTo = readers[0]?.id;
  return ({ after, removed, kept }: ReadersRemoved) => {
    const most = total - removed - kept.length;
    if (upTo === undefined || most <= 0) return undefined;
    return { matching: { search, ...(state && { state }), upTo, after: after ?? 0, most } };
  };
}
