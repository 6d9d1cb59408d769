import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SuggestionList, SuggestionView } from '@wordrise/core/contract';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { cluster, entry, entryList, entryMeta, entryName, stack } from '../../design/layout.css.ts';
import { EmptyState, Loading } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import { formatDay } from '../../kit/dates.ts';
import { failure, QueryError } from '../../kit/failure.tsx';
import { counted, figure } from '../../kit/figures.ts';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, keyOf, useApi } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './words.css.ts';

/** The favorite words of readers, as a queue for the owner. */
export function SuggestionsPage() {
  const list = useQuery(endpointQuery(useApi(), 'listSuggestions'));
  return (
    <Page
      back={{ to: '/admin/words', label: 'Words' }}
      title="Readers’ words"
      note="The favorite words that readers named when they signed up or on their own page. A first name is shown only if the reader agreed."
    >
      {list.error && <QueryError title="Readers’ words could not be loaded" query={list} />}
      {list.isPending && <Loading label="Loading readers’ words" rows={6} rowHeight="3.5rem" />}
      {list.data && <Suggestions {...list.data} />}
    </Page>
  );
}

function Suggestions({ suggestions, total, dismissed }: SuggestionList) {
  const dismiss = useDismiss();
  return (
    <div className={stack.large}>
      {suggestions.length === 0 ? (
        <EmptyState title="No words yet">Words appear here as readers on the list name them.</EmptyState>
      ) : (
        <Card flush>
          <ul className={entryList} aria-label="Readers’ words">
            {suggestions.map((suggestion) => (
              <Suggestion
                key={suggestion.word}
                suggestion={suggestion}
                busy={dismiss.isPending}
                onDismiss={() => dismiss.mutate({ word: suggestion.word, dismissed: true })}
              />
            ))}
          </ul>
        </Card>
      )}
      {total > suggestions.length && (
        <p className={styles.small}>
          The {suggestions.length} most frequent of {figure(total)}.
        </p>
      )}
      {dismissed.length > 0 && (
        <Card title="Dismissed">
          <div className={cluster}>
            {dismissed.map((word) => (
              <Button
                key={word}
                size="small"
                icon="refresh"
                aria-label={`Take ${word} back`}
                onClick={() => dismiss.mutate({ word, dismissed: false })}
              >
                {word}
              </Button>
            ))}
          </div>
        </Card>
      )}
    </div>
  );
}

interface SuggestionProps {
  suggestion: SuggestionView;
  busy: boolean;
  onDismiss: () => void;
}

function Suggestion({ suggestion, busy, onDismiss }: SuggestionProps) {
  const { word, count, names, state, wordId } = suggestion;
  const timeZone = useTimeZone();
  const readers = counted(count, 'reader');
  return (
    <li className={entry}>
      <div>
        <p className={entryName} dir="auto">
          {word}
        </p>
        <p className={entryMeta}>
          <span>{readers}</span>
          <span>{stateText(suggestion, timeZone)}</span>
          {names.length > 0 && <span dir="auto">May be named: {names.join(', ')}</span>}
        </p>
      </div>
      <div className={cluster}>
        {state === 'new' && (
          <ButtonLink
            size="small"
            icon="book"
            to={`/admin/words?panel=dictionary&words=${encodeURIComponent(word)}`}
            aria-label={`Look up ${word}`}
          >
            Look up
          </ButtonLink>
        )}
        {wordId !== null && (
          <ButtonLink
            size="small"
            icon="edit"
            to={`/admin/words?panel=edit-${wordId}`}
            aria-label={`Edit ${word}`}
          >
            Edit
          </ButtonLink>
        )}
        {state === 'unused' && (
          <ButtonLink
            size="small"
            icon="calendar"
            to={`/admin/schedule?new=&word=${wordId}`}
            aria-label={`Schedule ${word}`}
          >
            Schedule
          </ButtonLink>
        )}
        <Button size="small" icon="close" disabled={busy} aria-label={`Dismiss ${word}`} onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </li>
  );
}

function stateText({ state, goesOut }: SuggestionView, timeZone: string): string {
  if (state === 'waiting' && goesOut !== null) return `Goes out ${formatDay(goesOut, timeZone)}`;
  return { new: 'Not in the library', unused: 'In the library', waiting: 'Scheduled', sent: 'Sent' }[state];
}

function useDismiss() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (body: { word: string; dismissed: boolean }) => api.call('dismissSuggestion', { body }),
    onSuccess(list, { word, dismissed }) {
      client.setQueryData(keyOf('listSuggestions'), list);
      toasts.success(dismissed ? `“${word}” is dismissed` : `“${word}” is back`);
    },
    onError: (error) => toasts.error(failure('That did not work', error)),
  });
}
