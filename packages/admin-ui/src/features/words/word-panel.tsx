import { useQuery } from '@tanstack/react-query';
import type { WordView } from '@wordrise/core/contract';
import { type Ref, Suspense, useEffect, useRef, useState } from 'react';
import { Loading } from '../../design/states.tsx';
import { lazyPart } from '../../kit/lazy-part.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { AddWordForm, EditWordForm } from './word-form.tsx';
import * as styles from './words.css.ts';
import type { Panel } from './words.queries.ts';

const DictionaryPanel = lazyPart(() => import('./dictionary-panel.tsx'), 'DictionaryPanel');
const UploadPanel = lazyPart(() => import('./upload-panel.tsx'), 'UploadPanel');

export interface WordPanelProps {
  panel: Panel | undefined;
  /** The word of an `edit-…` panel, once it is loaded. */
  edited: WordView | undefined;
  onOpen: (panel: Panel) => void;
  onClose: () => void;
  /** Closes the open form, after asking if there is unsaved text; `null` for panels without one. */
  closeForm: Ref<() => void>;
}

/** The open panel, if any: a form beside the list, or what fills in many words above it. */
export function WordPanel({ panel, edited, onOpen, onClose, closeForm }: WordPanelProps) {
  if (panel === 'dictionary' || panel === 'upload') {
    const LargePanel = panel === 'dictionary' ? DictionaryPanel : UploadPanel;
    return (
      <Suspense fallback={<Loading label="Opening the panel" rows={1} rowHeight="20rem" />}>
        <LargePanel onClose={onClose} />
      </Suspense>
    );
  }
  if (panel === 'add') {
    return (
      <AddWordForm
        closeForm={closeForm}
        onClose={onClose}
        aside={
          <>
            Many at once?{' '}
            <button type="button" className={styles.textButton} onClick={() => onOpen('dictionary')}>
              Let the dictionary fill them in
            </button>
          </>
        }
      />
    );
  }
  if (!edited) return null;
  return <EditWordForm key={panel} word={edited} closeForm={closeForm} onClose={onClose} />;
}

/**
 * The word whose form is open. It stays while searching and paging change the list, and is fetched if a link from another
 * page leads to one that is not listed.
 */
export function useEditedWord(panel: Panel | undefined, words: WordView[] | undefined): WordView | undefined {
  const [remembered, setRemembered] = useState<WordView>();
  const id = panel?.startsWith('edit-') ? Number(panel.slice('edit-'.length)) : undefined;
  const listed = words?.find((word) => word.id === id);
  if (listed && listed !== remembered) setRemembered(listed);
  const known = listed ?? (remembered?.id === id ? remembered : undefined);
  const fetched = useQuery({
    ...endpointQuery(useApi(), 'getWord', { params: { id: id ?? 0 } }),
    enabled: id !== undefined && words !== undefined && known === undefined,
  });
  return known ?? (id === undefined ? undefined : fetched.data);
}

/** A closed panel returns the focus to the button that opened it. */
export function useFocusOnClose(panel: Panel | undefined) {
  const last = useRef(panel);
  useEffect(() => {
    const closed = last.current;
    last.current = panel;
    if (!closed || panel) return;
    const opener = document.getElementById(`open-${closed}`) ?? document.querySelector('h1');
    opener?.focus();
  }, [panel]);
}
