import {
  type FieldErrors,
  type OlderEmail,
  type WordField,
  type WordInput,
  type WordView,
  wordFields,
  wordInput,
} from '@wordrise/core/contract';
import { type InputEvent, type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react';
import { z } from 'zod';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { formatDay } from '../../kit/dates.ts';
import { fieldErrorsOf } from '../../kit/failure.ts';
import { useSchemaForm } from '../../kit/forms.ts';
import { usePersistedState } from '../../kit/persisted-state.ts';
import { useTimeZone } from '../../kit/system.ts';
import { useUnsavedWork } from '../../kit/unsaved-work.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { exampleHint, WordFields } from './word-fields.tsx';
import * as styles from './words.css.ts';
import { useAddWord, useEditWord } from './words.queries.ts';

/** The fields that differ from the stored word. The others follow it when it changes elsewhere. */
const draftSchema = z.partialRecord(z.enum(wordFields), z.string());
type Draft = z.infer<typeof draftSchema>;

interface AddWordFormProps extends Pick<WordFormProps, 'closeForm' | 'aside'> {
  onClose: () => void;
}

export function AddWordForm({ closeForm, onClose, aside }: AddWordFormProps) {
  const [draft, setDraft] = usePersistedState('word.new', draftSchema);
  function close() {
    setDraft(undefined);
    onClose();
  }
  const add = useAddWord(close);
  return (
    <WordForm
      title="Add a word"
      closeForm={closeForm}
      draft={draft}
      onDraft={setDraft}
      submitLabel="Add word"
      busyLabel="Adding..."
      busy={add.isPending}
      serverErrors={fieldErrorsOf(add.error)}
      onSubmit={(word) => add.mutate(word)}
      onCancel={close}
      aside={aside}
    />
  );
}

interface EditWordFormProps extends Pick<WordFormProps, 'closeForm'> {
  word: WordView;
  onClose: () => void;
  /** Called with the pending emails that still have the old text. */
  onOlderEmails: (emails: OlderEmail[]) => void;
}

export function EditWordForm({ word, closeForm, onClose, onOlderEmails }: EditWordFormProps) {
  const timeZone = useTimeZone();
  const [draft, setDraft] = usePersistedState(`word.${word.id}`, draftSchema);
  function close() {
    setDraft(undefined);
    onClose();
  }
  const edit = useEditWord(word.id, (older) => {
    close();
    onOlderEmails(older);
  });
  return (
    <WordForm
      title={`Edit “${word.word}”`}
      closeForm={closeForm}
      stored={word}
      draft={draft}
      onDraft={setDraft}
      submitLabel="Save changes"
      busyLabel="Saving..."
      busy={edit.isPending}
      serverErrors={fieldErrorsOf(edit.error)}
      onSubmit={(input) => edit.mutate(input)}
      onCancel={close}
      aside={word.goesOut === undefined ? undefined : `Goes out ${formatDay(word.goesOut, timeZone)}`}
    />
  );
}

interface WordFormProps {
  title: string;
  /** Receives what the close button does: it asks before unsaved text is lost. */
  closeForm: Ref<() => void>;
  /** The word in the library; `undefined` for a new one. */
  stored?: WordView;
  /** What was typed earlier and not saved. */
  draft: Draft | undefined;
  onDraft: (draft: Draft | undefined) => void;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  serverErrors: FieldErrors;
  onSubmit: (word: WordInput) => void;
  onCancel: () => void;
  aside?: ReactNode;
}

function WordForm({
  title,
  closeForm,
  stored,
  draft,
  onDraft,
  submitLabel,
  busyLabel,
  busy,
  serverErrors,
  onSubmit,
  onCancel,
  aside,
}: WordFormProps) {
  const form = useSchemaForm(wordInput, { onValid: onSubmit, busy, serverErrors });
  const unsaved = useUnsavedWork({
    isUnsaved: draft !== undefined,
    description: stored
      ? `Your changes to “${stored.word}” will be lost. The library keeps the saved text.`
      : 'The word you started will be lost.',
    onDiscard: onCancel,
  });
  useImperativeHandle(closeForm, () => unsaved.discard);
  const element = form.props.ref;

  // React does not change the text of a field when its default changes.
  useEffect(() => {
    for (const name of wordFields) {
      const field = element.current?.elements.namedItem(name);
      const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (isText && stored && draft?.[name] === undefined && field.value !== stored[name])
        field.value = stored[name];
    }
  }, [element, stored, draft]);
  const storedText = (name: string) => stored?.[name as WordField] ?? '';

  function handleInput(event: InputEvent<HTMLFormElement>) {
    form.props.onInput(event);
    if (!element.current) return;
    const typed = [...new FormData(element.current)].filter(([name, text]) => text !== storedText(name));
    onDraft(typed.length === 0 ? undefined : Object.fromEntries(typed));
  }

  const field = (name: WordField) => ({
    defaultValue: draft?.[name] ?? stored?.[name],
    errors: form.errors[name],
    ...(/^example/.test(name) && exampleHint(stored?.[name])),
  });

  return (
    <PanelFrame title={title} onClose={unsaved.discard}>
      <form className={styles.form} {...form.props} onInput={handleInput}>
        <WordFields of={field} />
        <div className={styles.formFoot}>
          {aside !== undefined && <p className={styles.formAside}>{aside}</p>}
          <div className={styles.formButtons}>
            <DialogActions>
              <Button onClick={unsaved.discard}>Cancel</Button>
              <Button type="submit" variant="primary" busy={busy} busyLabel={busyLabel}>
                {submitLabel}
              </Button>
            </DialogActions>
          </div>
        </div>
      </form>
      {unsaved.dialog}
    </PanelFrame>
  );
}
