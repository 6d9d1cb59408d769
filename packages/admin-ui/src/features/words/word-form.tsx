import {
  type FieldErrors,
  type WordField,
  type WordInput,
  type WordView,
  wordFields,
  wordFieldTable,
  wordInput,
  wordTexts,
} from '@wordrise/core/contract';
import {
  Fragment,
  type InputEvent,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useState,
} from 'react';
import { z } from 'zod';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { Loading } from '../../design/states.tsx';
import { formatDay } from '../../kit/dates.ts';
import { fieldErrorsOf } from '../../kit/failure.tsx';
import { useSchemaForm } from '../../kit/forms.ts';
import { lazyPart } from '../../kit/lazy-part.ts';
import { useTimeZone } from '../../kit/system.ts';
import { usePersistedState, useUnsavedWork } from '../../kit/unsaved-work.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { exampleHint, WordFields } from './word-fields.tsx';
import { Findings, useWordPreview, WordEmail } from './word-preview.tsx';
import * as styles from './words.css.ts';
import { useAddWord, useEditWord, type WordEditRequest } from './words.queries.ts';

const WordSound = lazyPart(() => import('./word-sound.tsx'), 'WordSound');

/** The fields that differ from the stored word. The others follow it when it changes elsewhere. */
const draftSchema = z.partialRecord(z.enum(wordFields), z.string());
type Draft = z.infer<typeof draftSchema>;
/** With the texts that its fields had when they were edited: another tab may change them. */
const editSchema = z.object({ typed: draftSchema, replaces: draftSchema });

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
}

export function EditWordForm({ word, closeForm, onClose }: EditWordFormProps) {
  const timeZone = useTimeZone();
  const [draft, setDraft] = usePersistedState(`word.${word.id}`, editSchema);
  function close() {
    setDraft(undefined);
    onClose();
  }
  /** What someone else saved, until the list shows it too. */
  const [newer, setNewer] = useState<{ than: WordView; text: WordInput }>();
  const stored = newer?.than === word ? { ...word, ...newer.text } : word;
  const [editConflict, setEditConflict] = useState<WordEditRequest>();
  function handleDraft(typed: Draft | undefined) {
    const fields = wordFields.filter((field) => typed?.[field] !== undefined);
    const replaces = fields.map((field) => [field, draft?.replaces[field] ?? stored[field]]);
    setDraft(typed && { typed, replaces: Object.fromEntries(replaces) });
  }
  const edit = useEditWord(word.id, close, (now, { input, replaces }) => {
    setNewer({ than: word, text: now });
    const mine = wordFields.filter((field) => input[field] !== replaces[field]);
    const merged = { ...now, ...Object.fromEntries(mine.map((field) => [field, input[field]])) };
    const request = { input: merged, replaces: now };
    // Changes to other fields do not affect each other.
    if (mine.every((field) => now[field] === replaces[field])) edit.mutate(request);
    else setEditConflict(request);
  });
  return (
    <>
      <WordForm
        title={`Edit “${word.word}”`}
        closeForm={closeForm}
        stored={stored}
        draft={draft?.typed}
        onDraft={handleDraft}
        submitLabel="Save changes"
        busyLabel="Saving..."
        busy={edit.isPending}
        serverErrors={editConflict ? {} : fieldErrorsOf(edit.error)}
        onSubmit={(input) => edit.mutate({ input, replaces: { ...wordTexts(stored), ...draft?.replaces } })}
        onCancel={close}
        aside={word.goesOut === undefined ? undefined : `Goes out ${formatDay(word.goesOut, timeZone)}`}
      />
      {editConflict && (
        <EditConflictDialog
          request={editConflict}
          busy={edit.isPending}
          onKeepEditing={() => setEditConflict(undefined)}
          onLoadTheirs={() => {
            setDraft(undefined);
            setEditConflict(undefined);
          }}
          onReplace={() => {
            edit.mutate(editConflict);
            setEditConflict(undefined);
          }}
        />
      )}
    </>
  );
}

interface EditConflictDialogProps {
  /** The text to be saved, and the one that someone else has saved. */
  request: WordEditRequest;
  busy: boolean;
  onKeepEditing: () => void;
  onLoadTheirs: () => void;
  onReplace: () => void;
}

/** Opens instead of saving: someone else has changed the same fields. */
function EditConflictDialog({
  request: { input, replaces },
  busy,
  onKeepEditing,
  onLoadTheirs,
  onReplace,
}: EditConflictDialogProps) {
  const differing = wordFields.filter((field) => input[field] !== replaces[field]);
  return (
    <Dialog
      open
      onOpenChange={onKeepEditing}
      title={`“${replaces.word}” was changed while you were editing`}
      description="Your changes are still here, unsaved."
    >
      <dl>
        {differing.map((field) => (
          <Fragment key={field}>
            <dt className={styles.conflictField}>{wordFieldTable[field].label}</dt>
            <dd>Saved: {replaces[field]}</dd>
            <dd>Yours: {input[field]}</dd>
          </Fragment>
        ))}
      </dl>
      <DialogActions>
        <Button onClick={onKeepEditing}>Keep editing</Button>
        <Button onClick={onLoadTheirs}>Use the saved text</Button>
        <Button variant="primary" busy={busy} busyLabel="Saving..." onClick={onReplace}>
          Replace it with mine
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const isWordField = (target: Element) => target instanceof HTMLInputElement && target.name === 'word';

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

  const preview = useWordPreview(stored?.id, { ...(stored && wordTexts(stored)), ...draft });
  /** Whether the word is being typed: its beginning may be another word of the library. */
  const [isSpelling, setIsSpelling] = useState(false);
  const spelling = (draft?.word ?? stored?.word ?? '').trim().toLowerCase();
  // Of the text before, until the check of this one is back.
  const exists = preview.data?.existing?.word.toLowerCase() === spelling && spelling !== '';
  const taken = exists && !isSpelling ? ['This word is already in the library'] : undefined;
  const findings = (stored || draft ? (preview.data?.findings ?? []) : []).filter(
    // A new word is still being written: saving names the fields that are missing. The field says that it exists.
    ({ code }) => !(code === 'field.missing' && !stored) && !(code === 'word.duplicate' && exists),
  );

  const field = (name: WordField) => ({
    defaultValue: draft?.[name] ?? stored?.[name],
    errors: form.errors[name] ?? (name === 'word' ? taken : undefined),
    ...(/^example/.test(name) && exampleHint(stored?.[name])),
  });
  function goTo(name: WordField) {
    const input = element.current?.elements.namedItem(name);
    if (!(input instanceof HTMLElement)) return;
    input.closest('details')?.setAttribute('open', '');
    input.focus();
  }
  function fix(name: WordField, text: string) {
    const input = element.current?.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.focus();
  }

  return (
    <PanelFrame title={title} onClose={unsaved.discard} isBeside>
      <div className={styles.writing}>
        <form
          className={styles.form}
          {...form.props}
          onInput={handleInput}
          onFocus={({ target }) => setIsSpelling(isWordField(target))}
          onBlur={() => setIsSpelling(false)}
        >
          <Findings findings={findings} onGoTo={goTo} onFix={fix} />
          <WordFields of={field} />
          {stored && (
            <Suspense fallback={<Loading label="Opening the sound" rows={1} rowHeight="6rem" />}>
              <WordSound word={stored} />
            </Suspense>
          )}
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
        <WordEmail preview={preview} />
      </div>
      {unsaved.dialog}
    </PanelFrame>
  );
}
