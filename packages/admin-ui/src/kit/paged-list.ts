import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import type { EndpointQuery } from './queries.ts';

/** Which part of a list of words is shown. */
export interface ListParams {
  /** From 1. */
  page: number;
  search: string;
  /** `a` to `z`, or empty for all. */
  letter: string;
}

export interface PagedListOptions {
  page: number;
  pageSize: number;
  /** The list has shrunk and the requested page no longer exists; go to the last one. */
  onPastEnd: (lastPage: number) => void;
}

type ListEndpoint = 'listWords' | 'listUnusedWords' | 'listAudit' | 'listSignups' | 'listRecipients';

export interface PagedList<N extends ListEndpoint> {
  list: UseQueryResult<AnswerOf<N>>;
  total: number;
  lastPage: number;
  /** The page that `list.data` shows: the previous one until the requested page is loaded. */
  shownPage: number;
  /** Whether `list.data` is from the previous page. */
  isStale: boolean;
}

/** A list fetched page by page. While the next page is loading, the previous one stays. */
export function usePagedList<N extends ListEndpoint>(
  query: EndpointQuery<N>,
  { page, pageSize, onPastEnd }: PagedListOptions,
): PagedList<N> {
  const list = useQuery({ ...query, placeholderData: keepPreviousData });
  const { data, isPlaceholderData: isStale } = list;

  const [shownPage, setShownPage] = useState(page);
  if (data && !isStale && shownPage !== page) setShownPage(page);

  const total = data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const pastEnd = data !== undefined && !isStale && page > lastPage;
  const latest = useRef(onPastEnd);
  latest.current = onPastEnd;
  useEffect(() => {
    if (pastEnd) latest.current(lastPage);
  }, [pastEnd, lastPage]);

  return { list, total, lastPage, shownPage, isStale };
}
