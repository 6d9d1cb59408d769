import {
  conditionalVariables,
  templateVariables,
  variableMeanings,
  wordFieldTable,
} from '@wordrise/core/contract';
import { useId, useState } from 'react';
import { Button } from '../../design/button.tsx';
import * as styles from './templates.css.ts';

/** What a click inserts at the cursor: text before and after the selection. */
interface Insertion {
  before: string;
  after: string;
  /** Goes between the two if nothing is selected. */
  inside: string;
}

interface InsertListsProps {
  onInsert: (insertion: Insertion) => void;
}

/** Below the editor, on narrow screens behind a button. */
export function InsertLists({ onInsert }: InsertListsProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.help}>
      <Button
        className={styles.helpToggle}
        icon={open ? 'close' : 'code'}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Variables and sections
      </Button>
      <div className={styles.helpLists} id={id} data-open={open || undefined}>
        <InsertList
          title="Template variables"
          note="Click to insert at the cursor, in the subject or in the HTML."
          items={templateVariables.map((name) => ({
            code: `{{${name}}}`,
            meaning: variableMeanings[name],
            insertion: { before: `{{${name}}}`, after: '', inside: '' },
          }))}
          onInsert={onInsert}
        />
        <InsertList
          title="Conditional sections"
          note="Shown only if the word has that part. Click to wrap the selection."
          items={conditionalVariables.map((name) => ({
            code: `{{#if ${name}}}…{{/if}}`,
            meaning: wordFieldTable[name].condition ?? '',
            insertion: { before: `{{#if ${name}}}`, after: '{{/if}}', inside: `{{${name}}}` },
          }))}
          onInsert={onInsert}
        />
      </div>
    </div>
  );
}

interface InsertListProps extends InsertListsProps {
  title: string;
  note: string;
  items: { code: string; meaning: string; insertion: Insertion }[];
}

function InsertList({ title, note, items, onInsert }: InsertListProps) {
  const id = useId();
  return (
    <section className={styles.insertList} aria-labelledby={id}>
      <h2 className={styles.insertTitle} id={id}>
        {title}
      </h2>
      <p className={styles.insertNote}>{note}</p>
      <ul className={styles.inserts}>
        {items.map(({ code, meaning, insertion }) => (
          <li key={code}>
            <button
              type="button"
              className={styles.insert}
              aria-label={`Insert ${code}: ${meaning}`}
              title={meaning}
              onClick={() => onInsert(insertion)}
            >
              <code className={styles.insertCode}>{code}</code>
              <span className={styles.insertMeaning}>{meaning}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Inserts text at the cursor or around the selection, and fires the field's `input` event. */
export function insertAt(field: TextField, { before, after, inside }: Insertion): void {
  const { selectionStart, selectionEnd, value } = field;
  const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length];
  const middle = value.slice(start, end) || inside;
  const selected = after !== '' && start !== end;
  const text = after === '' ? before : before + middle + after;
  field.focus();
  // Deprecated, but the only way to keep undo working.
  if (!document.execCommand?.('insertText', false, text)) {
    field.setRangeText(text, start, end, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // The wrapped text stays selected.
  if (selected) field.setSelectionRange(start + before.length, start + before.length + middle.length);
}
