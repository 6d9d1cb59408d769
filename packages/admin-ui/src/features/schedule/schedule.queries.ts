import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { limits, messages, type ProviderEntry, type ScheduleInput, timings } from '@wordrise/core/contract';
import { useToasts } from '../../design/toast.tsx';
import { type Api, ApiError, messageOf } from '../../kit/api.ts';
import { endpointQuery, keyOf, useApi, useRefreshLists } from '../../kit/queries.ts';

export interface PickerPlace {
  page: number;
  search: string;
  letter: string;
}

/** One page of the words to choose from. While the next one is fetched, the last one stays. */
export function unusedWordsQuery(api: Api, { page, search, letter }: PickerPlace) {
  return {
    ...endpointQuery(api, 'listUnusedWords', {
      query: { page, limit: limits.unusedPageSize, search, letter },
    }),
    placeholderData: keepPreviousData,
  };
}

export interface Sends {
  entries: ProviderEntry[];
  /** The provider did not answer: the list is from our own records. */
  unreachable: boolean;
}

/** Asked again every 30 seconds, in a hidden tab too. */
export function providerSendsQuery(api: Api) {
  return queryOptions({
    queryKey: keyOf('listProviderSends'),
    async queryFn({ signal }): Promise<Sends> {
      const response = await api.open('listProviderSends', { signal });
      return {
        entries: await response.json(),
        unreachable: response.headers.get('X-Email-Provider') === 'unreachable',
      };
    },
    refetchInterval: timings.schedulePollMs,
    refetchIntervalInBackground: true,
    // What waits at the provider changes without us: coming back to the page asks at once.
    refetchOnMount: 'always',
  });
}

const unreachableHelp = 'The server could not be reached. Check the connection and try again.';

export interface ScheduleCallbacks {
  onScheduled: () => void;
  /** The word cannot be scheduled any more: somebody else did, or removed it. */
  onWordGone: () => void;
}

export function useScheduleEmail({ onScheduled, onWordGone }: ScheduleCallbacks) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (body: ScheduleInput) => api.call('scheduleEmail', { body }),
    onSuccess(email) {
      // Kept here until the provider takes it: scheduled all the same, and worth a word.
      const note = email?.status === 'pending' ? email.reason : null;
      toasts.success({ title: messages.schedule.scheduled, description: note ?? undefined });
      onScheduled();
      return refresh();
    },
    onError(error) {
      toasts.error({
        title: messages.schedule.errorTitle,
        description: messageOf(error, messages.schedule.failed),
      });
      const code = error instanceof ApiError ? error.code : undefined;
      if (code !== 'schedule.word_waiting' && code !== 'word.not_found') return;
      onWordGone();
      refresh();
    },
  });
}

export function useCancelEntry(onSettled: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn({ id, sendId, status }: ProviderEntry) {
      // What failed is removed by our own id, also where the provider still knows the send.
      if (id !== null && (sendId === null || status !== 'pending')) {
        return api.call('cancelEmail', { params: { id } });
      }
      return api.call('cancelSend', { params: { sendId: sendId ?? '' } });
    },
    onSuccess(_answer, { status }) {
      toasts.success(
        status === 'pending' ? messages.schedule.cancelled : 'Removed from the list of failed emails',
      );
      onSettled();
      return refresh();
    },
    onError(error, { status }) {
      toasts.error({
        title:
          status === 'pending'
            ? messages.schedule.cancelFailed
            : 'The failed email was not removed from the list',
        description: messageOf(error, unreachableHelp),
      });
      onSettled();
      // Gone out, or cancelled elsewhere: the list that still shows it is old.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) refresh();
    },
  });
}
