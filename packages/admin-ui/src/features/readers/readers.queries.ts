import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { limits, type ReaderImportView, type ReaderView } from '@wordrise/core/contract';
import { useCallback } from 'react';
import type { BadgeProps } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import type { Api } from '../../kit/api.ts';
import { failure } from '../../kit/failure.tsx';
import { endpointQuery, keyOf, readersQuery, useApi } from '../../kit/queries.ts';
import { useSystem } from '../../kit/system.ts';

export interface ReadersParams {
  /** From 1. */
  page: number;
  search: string;
  state: ReaderView['status'] | undefined;
}

/** Readers come and go at any time, so the list is fetched on every visit. */
export function readersPageQuery(api: Api, { page, search, state }: ReadersParams) {
  return { ...readersQuery(api, { page, search, state, limit: limits.readerPageSize }), staleTime: 0 };
}

/** One reader by id: an address would stay in the browser's history. */
export function readerQuery(api: Api, id: number) {
  return { ...endpointQuery(api, 'listSignups', { query: { page: 1, limit: 1, id } }), staleTime: 0 };
}

export function readerDetailsQuery(api: Api, email: string) {
  return { ...endpointQuery(api, 'describeReader', { params: { email } }), staleTime: 0, gcTime: 0 };
}

/** Fetches everything again that shows readers or their number. */
export function useRefreshReaders(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const names = ['listSignups', 'overview', 'tomorrow'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: keyOf(name) })));
  }, [client]);
}

/** What becomes of readers who are removed. */
export function useRemovalText(): string {
  const list = useSystem()?.email.ownsList ? 'the list' : 'the email provider’s list';
  return `They are taken off ${list}, and everything about them here is deleted. This cannot be undone.`;
}

export function useRemoveReader(onRemoved: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshReaders();
  return useMutation({
    mutationFn: (email: string) => api.call('removePerson', { params: { email } }),
    onSuccess({ isPending }, email) {
      toasts.success(
        isPending
          ? `${email} was removed here, and will be taken off the email provider’s list as soon as it responds`
          : `${email} was removed`,
      );
      onRemoved();
      return refresh();
    },
    onError: (error, email) => toasts.error(failure(`${email} was not removed`, error)),
  });
}

export const readerPath = (id: number) => `/admin/readers/reader?id=${id}`;
export const importPath = (id: number) => `/admin/readers/import?id=${id}`;

/** How often to ask about an import that is running. */
const importPollMs = 500;

const isRunning = ({ state }: ReaderImportView) => ['uploading', 'checking', 'importing'].includes(state);

/** An import, fetched again and again while it runs. */
export function importQuery(api: Api, id: number) {
  return queryOptions({
    ...endpointQuery(api, 'getReaderImport', { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? importPollMs : false),
  });
}

/** The imports of the last day. */
export function importsQuery(api: Api) {
  return queryOptions({
    ...endpointQuery(api, 'listReaderImports'),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.imports.some(isRunning) ? 4 * importPollMs : false),
  });
}

/** The way back from a page about readers. */
export const toReaders = { to: '/admin/readers', label: 'Back to Readers' };

type State = ReaderView['status'];

export const stateNames: Record<State, string> = {
  subscribed: 'Subscribed',
  waiting: 'Waiting',
  unconfirmed: 'Not confirmed',
  refused: 'Refused',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Reported as spam',
};

export const stateTones: Record<State, NonNullable<BadgeProps['tone']>> = {
  subscribed: 'good',
  waiting: 'info',
  unconfirmed: 'neutral',
  refused: 'bad',
  unsubscribed: 'neutral',
  bounced: 'bad',
  complained: 'bad',
};

/** Why someone gets no emails, empty if their state says all that is known; `undefined` for a reader on the list. */
export function whyNoEmails({ status, reason }: Pick<ReaderView, 'status' | 'reason'>): string | undefined {
  const detail = reason ? ` ${reason}` : '';
  if (status === 'subscribed') return undefined;
  if (status === 'waiting') return 'Joins the list within five minutes.';
  if (status === 'unconfirmed') return 'Has not opened the link in the confirmation email.';
  if (status === 'refused') return `The email provider refused the address.${detail}`;
  if (status === 'bounced') return `Emails to the address bounced.${detail}`;
  if (status === 'complained') return 'Reported an email as spam, so nothing is sent.';
  return reason ? `Why they left: ${reason}` : '';
}

/** "blog.example" of an origin; a source given by an import is unchanged. */
export function sourceName(source: string): string {
  return source.replace(/^https?:\/\//, '');
}
