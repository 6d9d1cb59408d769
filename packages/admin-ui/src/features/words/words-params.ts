import { useSearchParams } from 'react-router';
import type { ListParams } from '../../kit/paged-list.ts';

/** The panel open above the list, at most one. `edit` carries the word's id. */
export type Panel = 'add' | 'dictionary' | 'upload' | `edit-${number}`;

export interface WordsParams extends ListParams {
  panel: Panel | undefined;
}

const panels = /^(add|dictionary|upload|edit-[1-9]\d{0,14})$/;

/** Reads the page's search parameters; invalid ones count as missing. */
export function readParams(params: URLSearchParams): WordsParams {
  const page = Number(params.get('page') ?? 1);
  const letter = params.get('letter')?.toLowerCase() ?? '';
  const panel = params.get('panel') ?? '';
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    search: (params.get('search') ?? '').trim().slice(0, 200),
    letter: /^[a-z]$/.test(letter) ? letter : '',
    panel: panels.test(panel) ? (panel as Panel) : undefined,
  };
}

/** Leaves out the defaults. */
export function writeParams({ page, search, letter, panel }: WordsParams): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (letter !== '') params.set('letter', letter);
  if (page > 1) params.set('page', String(page));
  if (panel) params.set('panel', panel);
  return params;
}

/** The state of the list lives in the URL: a reload, a bookmark, the back button and signing in again restore it. */
export function useWordsParams() {
  const [searchParams, setSearchParams] = useSearchParams();
  const params = readParams(searchParams);

  /** `replace` for changes that the back button should skip, such as each pause in typing. */
  function change(changes: Partial<WordsParams>, { replace = false }: { replace?: boolean } = {}) {
    setSearchParams(writeParams({ ...params, ...changes }), { replace, preventScrollReset: true });
  }
  return { params, change };
}
