import { exampleNotAvailable, type WordField, wordFieldTable } from '@wordrise/core/contract';
import { memo, useState } from 'react';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import * as styles from './review.css.ts';
import { problemsOf, type ReviewItem, shownExample } from './review.ts';
import { type FieldState, WordFields } from './word-fields.tsx';
import * as cardStyles from './words.css.ts';

export interface ReviewEntryProps {
  item: ReviewItem;
  onChange: (key: number, changes: Partial<ReviewItem>) => void;
}

export const ReviewEntry = memo(function ReviewEntry({ item, onChange }: ReviewEntryProps) {
  return item.success ? <Found item={item} onChange={onChange} /> : <Failed item={item} />;
});

function Failed({ item: { fields, error } }: { item: ReviewItem }) {
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <p className={styles.entryWord}>{fields.word}</p>
        <Badge tone="bad">Failed</Badge>
      </div>
      <p className={styles.entryError}>{error ?? 'The dictionary gave no reason.'}</p>
    </li>
  );
}

function Found({ item, onChange }: ReviewEntryProps) {
  const { key, fields, leftOut } = item;
  const problems = problemsOf(item);
  const notReady = Object.keys(problems).length > 0;
  // A word that is not ready shows its fields by default, and keeps them open while they are filled in.
  const [opened, setOpened] = useState(notReady);
  const open = !leftOut && (opened || notReady);
  const word = fields.word || 'this word';

  const field = (name: WordField): FieldState => {
    const isExample = name === 'example1' || name === 'example2';
    return {
      value: isExample ? shownExample(fields[name]) : fields[name],
      errors: problems[name],
      ...(isExample && { optional: true }),
      onChange({ target: { value } }) {
        const text = isExample && value.trim() === '' ? exampleNotAvailable : value;
        onChange(key, { fields: { ...fields, [name]: text } });
      },
    };
  };

  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <div className={styles.entryName}>
          <p className={styles.entryWord}>
            <span className={leftOut ? styles.leftOut : undefined}>{fields.word}</span>
            <Icon name="check" size={18} className={styles.foundMark} />
            <span className={visuallyHidden}>Found</span>
          </p>
          <p className={cardStyles.pronunciationLine}>
            <span className={cardStyles.pronunciation}>{fields.phoneticPronunciation}</span>{' '}
            <em className={cardStyles.partOfSpeech}>{fields.partOfSpeech}</em>
          </p>
        </div>
        <div className={cardStyles.cardActions}>
          {!leftOut && (
            <Button
              variant="quiet"
              size="small"
              icon={open ? 'check' : 'edit'}
              aria-expanded={open}
              aria-label={open ? `Done with ${word}` : `Edit ${word}`}
              disabled={notReady}
              onClick={() => setOpened(!opened)}
            >
              {open ? 'Done' : 'Edit'}
            </Button>
          )}
          {item.inLibrary ? (
            <Badge icon="book">Already in the library</Badge>
          ) : (
            <Button
              variant="quiet"
              size="small"
              aria-pressed={leftOut}
              aria-label={`Leave out ${word}`}
              onClick={() => onChange(key, { leftOut: !leftOut })}
            >
              Leave out
            </Button>
          )}
        </div>
      </div>
      {open ? (
        <div className={styles.entryFields}>
          <WordFields of={field} />
        </div>
      ) : (
        !leftOut && <Texts fields={fields} />
      )}
    </li>
  );
}

function Texts({ fields }: Pick<ReviewItem, 'fields'>) {
  const examples = [fields.example1, fields.example2].map(shownExample).filter((example) => example !== '');
  return (
    <>
      <p className={cardStyles.definition}>{fields.definition}</p>
      {examples.length > 0 && (
        <ul className={styles.examples}>
          {examples.map((example) => (
            <li key={example}>{example}</li>
          ))}
        </ul>
      )}
      {(['etymology', 'conversationTip'] as const).map((name) => (
        <p key={name} className={cardStyles.small}>
          <span className={styles.smallLabel}>{wordFieldTable[name].label}</span> {fields[name]}
        </p>
      ))}
    </>
  );
}
