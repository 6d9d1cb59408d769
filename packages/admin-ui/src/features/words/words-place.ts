import { useSearchParams } from 'react-router';

/** What stands open above the list; one at a time. `edit` carries the word's id. */
export type Panel = 'add' | 'dictionary' | 'upload' | `edit-${number}`;

export interface WordsPlace {
  page: number;
  search: string;
  letter: string;
  panel: Panel | undefined;
}

const panels = /^(add|dictionary|upload|edit-[1-9]\d{0,14})$/;

/** Reads what an address says; what makes no sense in it counts as not said. */
export function readPlace(params: URLSearchParams): WordsPlace {
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

/** Leaves out what is as it is without being said. */
export function writePlace({ page, search, letter, panel }: WordsPlace): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (letter !== '') params.set('letter', letter);
  if (page > 1) params.set('page', String(page));
  if (panel) params.set('panel', panel);
  return params;
}

/** The list's place lives in the address: a reload, a bookmark, the way back and a new login find it again. */
export function useWordsPlace() {
  const [params, setParams] = useSearchParams();
  const place = readPlace(params);

  /** `replace` where the way back should not stop: at every pause of typing, for one. */
  function go(changes: Partial<WordsPlace>, { replace = false }: { replace?: boolean } = {}) {
    setParams(writePlace({ ...place, ...changes }), { replace, preventScrollReset: true });
  }
  return { place, go };
}
