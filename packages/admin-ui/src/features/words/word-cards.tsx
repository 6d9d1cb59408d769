import type { CheckedWord, WordView } from '@wordrise/core/contract';
import { memo } from 'react';
import { Badge } from '../../design/badge.tsx';
import { IconButton } from '../../design/button.tsx';
import { Loading, Skeleton } from '../../design/skeleton.tsx';
import { formatDay } from '../../kit/dates.ts';
import { useTimeZone } from '../../kit/system.ts';
import { WordFindings } from './word-findings.tsx';
import { sourceNames, usedText } from './word-texts.ts';
import * as styles from './words.css.ts';

export interface WordCardsProps {
  words: WordView[];
  /** Their findings, once loaded. */
  checked: CheckedWord[] | undefined;
  /** The word whose form is open. */
  editedId: number | undefined;
  onEdit: (word: WordView) => void;
  onRemove: (word: WordView) => void;
}

export function WordCards({ words, checked, editedId, onEdit, onRemove }: WordCardsProps) {
  return (
    <ul className={styles.cards}>
      {words.map((word) => (
        <WordCard
          key={word.id}
          word={word}
          check={checked?.find(({ id }) => id === word.id)}
          edited={word.id === editedId}
          onEdit={onEdit}
          onRemove={onRemove}
        />
      ))}
    </ul>
  );
}

interface WordCardProps extends Omit<WordCardsProps, 'words' | 'checked' | 'editedId'> {
  word: WordView;
  check: CheckedWord | undefined;
  edited: boolean;
}

const WordCard = memo(function WordCard({ word, check, edited, onEdit, onRemove }: WordCardProps) {
  const timeZone = useTimeZone();
  return (
    <li className={styles.card} data-edited={edited || undefined}>
      <div>
        <h2 className={styles.word}>{word.word}</h2>
        <p className={styles.pronunciationLine}>
          <span className={styles.pronunciation}>{word.phoneticPronunciation}</span>{' '}
          <em className={styles.partOfSpeech}>{word.partOfSpeech}</em>
        </p>
      </div>
      <div>
        <p className={styles.definition}>{word.definition}</p>
        {check && check.findings.length > 0 && <WordFindings findings={check.findings} />}
      </div>
      <div className={styles.cardFoot}>
        <span className={styles.badges}>
          {word.usedCount > 0 && <Badge tone="good">{usedText(word.usedCount)}</Badge>}
          {word.usedCount === 0 && word.goesOut === undefined && <Badge icon={null}>{usedText(0)}</Badge>}
          {word.goesOut !== undefined && (
            <Badge tone="info">Goes out {formatDay(word.goesOut, timeZone)}</Badge>
          )}
          <span className={styles.source}>{sourceNames[word.source]}</span>
        </span>
        <span className={styles.cardActions}>
          <IconButton
            id={`open-edit-${word.id}`}
            icon="edit"
            label={`Edit ${word.word}`}
            aria-expanded={edited}
            onClick={() => onEdit(word)}
          />
          <IconButton icon="trash" label={`Remove ${word.word}`} onClick={() => onRemove(word)} />
        </span>
      </div>
    </li>
  );
});

/** Skeletons in the shape of the cards. */
export function LoadingCards() {
  return (
    <Loading label="Loading words">
      <div className={styles.cards}>
        {Array.from({ length: 9 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical items in a fixed order
          <div key={index} className={styles.card}>
            <div className={styles.loadingHead}>
              <Skeleton width="55%" height="1.9rem" />
              <Skeleton width="40%" height="1.3rem" />
            </div>
            <div className={styles.loadingHead}>
              <Skeleton />
              <Skeleton width="70%" />
            </div>
            <Skeleton width="45%" height="2rem" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
