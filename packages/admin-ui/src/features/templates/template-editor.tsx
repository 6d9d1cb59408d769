import { subjectPatterns, type TemplateInput } from '@wordrise/core/contract';
import {
  type KeyboardEvent,
  type Ref,
  type SubmitEvent,
  Suspense,
  type TextareaHTMLAttributes,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { AlertDialog, Dialog } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { cluster } from '../../design/layout.css.ts';
import { Alert, Loading } from '../../design/states.tsx';
import { lazyPart } from '../../kit/lazy-part.ts';
import { useProductName } from '../../kit/page.tsx';
import { useUnsavedWork } from '../../kit/unsaved-work.tsx';
import { type Finding, FindingList } from './findings.tsx';
import { InsertLists, insertAt, type TextField } from './insert-lists.tsx';
import { LivePreview } from './live-preview.tsx';
import * as styles from './templates.css.ts';
import { savedWithWarnings, type TemplateText } from './templates.queries.ts';
import { type TemplateEditorState, useTemplateEditor } from './use-template-editor.ts';

const TestDialog = lazyPart(() => import('../../kit/test-dialog.tsx'), 'TestDialog');
const EditConflictDialog = lazyPart(() => import('./versions.tsx'), 'EditConflictDialog');
const Versions = lazyPart(() => import('./versions.tsx'), 'Versions');

/** @param props.stored What readers get until something else is saved. */
export function TemplateEditor({ stored }: { stored: TemplateText }) {
  const productName = useProductName();
  const editor = useTemplateEditor(stored);
  const tools = useEditorTools(editor);
  const { text, errors, warnings, content, change, live } = editor;
  const unsaved = useUnsavedWork({
    isUnsaved: editor.dirty,
    description: 'Your changes to the template will be lost. Readers keep getting the saved one.',
    onDiscard: editor.discard,
  });
  const lastFocused = useRef<TextField>(null);
  const rememberFocus = (event: { currentTarget: TextField }) => {
    lastFocused.current = event.currentTarget;
  };

  return (
    <>
      <form noValidate onSubmit={preventing(editor.submit)} onKeyDown={saveOnCtrlS}>
        <EditorNotices editor={editor} />
        <div className={styles.editor} data-beside={live.isShown || undefined}>
          {tools.buttons}
          <div className={styles.subject}>
            <Field
              ref={editor.subject}
              label="Subject line"
              name="subject"
              placeholder={`${productName}: {{word}}`}
              autoComplete="off"
              value={text.subject}
              errors={errors.subject}
              onFocus={rememberFocus}
              onChange={(event) => change({ ...text, subject: event.target.value })}
            />
            <SubjectPatterns current={text.subject} onChoose={(subject) => change({ ...text, subject })} />
          </div>
          <div className={styles.contentArea}>
            <CodeField
              ref={content}
              label="HTML template"
              name="content"
              value={text.content}
              marks={lineMarks({
                bad: [...errors.content, ...live.errors],
                warn: [...warnings, ...live.warnings],
              })}
              error={errors.content.find(({ line }) => line === undefined)?.text}
              hint="Tab leaves this field. Ctrl+S or ⌘S saves."
              onFocus={rememberFocus}
              onChange={(event) => change({ ...text, content: event.target.value })}
            />
          </div>
          <EditorFoot editor={editor} />
          {live.isShown && <LivePreview editor={editor} />}
          <InsertLists
            onInsert={(insertion) => {
              const field = lastFocused.current ?? content.current;
              if (field) insertAt(field, insertion);
            }}
          />
        </div>
      </form>
      {tools.dialogs}
      {unsaved.dialog}
    </>
  );
}

type Open = { dialog: 'versions' | 'default' } | { dialog: 'test'; template: TemplateInput };

/** The tools other than saving, with their dialogs. */
function useEditorTools(editor: TemplateEditorState) {
  const [open, setOpen] = useState<Open>();
  const { live, restore, dirty } = editor;
  const close = () => setOpen(undefined);
  function openTest() {
    const template = editor.validate();
    if (template) setOpen({ dialog: 'test', template });
  }

  const buttons = (
    <div className={styles.tools}>
      <Button
        size="small"
        icon="eye"
        aria-pressed={live.isShown}
        onClick={() => live.setShown(!live.isShown)}
      >
        Live email
      </Button>
      <Button size="small" icon="mail" onClick={openTest}>
        Send a test
      </Button>
      <Button size="small" icon="clock" onClick={() => setOpen({ dialog: 'versions' })}>
        Versions
      </Button>
      <Button size="small" variant="quiet" onClick={() => setOpen({ dialog: 'default' })}>
        Back to the default
      </Button>
    </div>
  );
  const dialogs = (
    <>
      <Suspense>
        {editor.editConflict && <EditConflictDialog editor={editor} />}
        {open?.dialog === 'test' && (
          <TestDialog
            content="One email with the text in the editor"
            template={open.template}
            wordId={live.word?.id}
            onClose={close}
          />
        )}
      </Suspense>
      <Dialog
        open={open?.dialog === 'versions'}
        onOpenChange={close}
        width="wide"
        title="Versions of the template"
        description="The last ten. Restoring one adds it as the newest, so nothing is lost."
      >
        <Suspense fallback={<Loading label="Loading the versions" rows={5} />}>
          <Versions isDirty={dirty} restore={restore} onRestored={close} />
        </Suspense>
      </Dialog>
      <AlertDialog
        open={open?.dialog === 'default'}
        onOpenChange={close}
        title="Back to the default template?"
        description={`Emails get the built-in text and subject again. Your template stays in the list of versions.${dirty ? ' Unsaved changes are lost.' : ''}`}
        confirmLabel="Use the default"
        busyLabel="Saving..."
        busy={restore.isPending}
        onConfirm={() => restore.mutate(undefined, { onSettled: close })}
      />
    </>
  );
  return { buttons, dialogs };
}

interface SubjectPatternsProps {
  current: string;
  onChoose: (subject: string) => void;
}

/** Subjects to choose from, as they read with a word that has a teaser. Closed: on a phone they fill half of the screen. */
function SubjectPatterns({ current, onChoose }: SubjectPatternsProps) {
  const productName = useProductName();
  return (
    <details>
      <summary className={styles.subjectPatterns}>Ready-made subjects</summary>
      <div className={classNames(cluster, styles.subjectChoices)}>
        {subjectPatterns(productName).map((pattern) => (
          <Button
            key={pattern}
            size="small"
            aria-pressed={pattern === current}
            onClick={() => onChoose(pattern)}
          >
            {sampleSubject(pattern)}
          </Button>
        ))}
      </div>
    </details>
  );
}

function sampleSubject(pattern: string): string {
  return pattern
    .replace(/\{\{#if teaser\}\}([^#]*?)(?:\{\{else\}\}[^#]*?)?\{\{\/if\}\}/, '$1')
    .replace('{{word}}', 'petrichor')
    .replace('{{teaser}}', 'the smell of first rain');
}

function EditorFoot({ editor }: { editor: TemplateEditorState }) {
  return (
    <div className={styles.foot}>
      <div className={styles.footButtons}>
        <Button type="submit" variant="primary" busy={editor.saving} busyLabel="Saving...">
          {editor.isUnsure ? 'Save anyway' : 'Save Changes'}
        </Button>
        <Button icon="eye" busy={editor.previewing} onClick={editor.showPreview}>
          Preview
        </Button>
      </div>
      <SavedWarnings editor={editor} />
      <p className={styles.state} role="status">
        {editor.dirty && (
          <>
            <Icon name="edit" size={16} />
            Unsaved changes
          </>
        )}
      </p>
    </div>
  );
}

/** Beside the button that was just clicked: the list of warnings may be far above. */
function SavedWarnings({ editor: { warnings, goToLine, isUnsure } }: { editor: TemplateEditorState }) {
  const [first] = warnings;
  if (!first) return null;
  const { line } = first;
  return (
    <p className={styles.savedWarnings}>
      <Icon name="warning" size={16} />
      <span>
        {isUnsure ? 'Not saved yet' : savedWithWarnings(warnings.length)}
        {line !== undefined && (
          <>
            {': '}
            <button type="button" className={styles.goTo} onClick={() => goToLine(line)}>
              show line {line}
            </button>
          </>
        )}
      </span>
    </p>
  );
}

function preventing(submit: () => void) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit();
  };
}

/** Ctrl+S anywhere in the form saves, as in any editor. */
function saveOnCtrlS(event: KeyboardEvent<HTMLFormElement>) {
  if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** One mark for a line; an error is more important than a warning. */
function lineMarks(findings: Record<'bad' | 'warn', Finding[]>) {
  const tones = new Map<number, 'bad' | 'warn'>();
  for (const tone of ['warn', 'bad'] as const) {
    for (const { line } of findings[tone]) if (line !== undefined) tones.set(line, tone);
  }
  return [...tones].map(([line, tone]) => ({ line, tone })).toSorted((a, b) => a.line - b.line);
}

/** Above the editor: restored changes, errors and warnings. */
function EditorNotices({ editor }: { editor: TemplateEditorState }) {
  const { restored, revert, errors, warnings, goToLine, isUnsure } = editor;
  const atLines = errors.content.filter(({ line }) => line !== undefined);
  return (
    <div className={styles.notices}>
      {restored && (
        <Alert tone="info" title="Your unsaved changes are back">
          You typed them here earlier and did not save them.{' '}
          <button type="button" className={styles.goTo} onClick={revert}>
            Go back to the saved template
          </button>
        </Alert>
      )}
      <FindingList
        tone="bad"
        title={atLines.length === 1 ? '1 error to fix' : `${atLines.length} errors to fix`}
        findings={atLines}
        onGoTo={goToLine}
      />
      <FindingList
        tone="warn"
        title={isUnsure ? 'Not saved yet' : 'Saved, with warnings'}
        findings={warnings}
        onGoTo={goToLine}
      />
    </div>
  );
}

interface LineMark {
  line: number;
  tone: 'bad' | 'warn';
}

interface CodeFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value'> {
  label: string;
  value: string;
  marks: LineMark[];
  /** What is wrong with the text as a whole. */
  error: string | undefined;
  hint: string;
  ref: Ref<HTMLTextAreaElement>;
}

/** A text area for HTML with line numbers and marked lines. Tab leaves it, as in every field. */
function CodeField({ label, value, marks, error, hint, ref, ...rest }: CodeFieldProps) {
  const id = useId();
  const underlay = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => value.split('\n').length, [value]);
  const numbers = useMemo(() => Array.from({ length: lines }, (_, at) => at + 1).join('\n'), [lines]);
  const invalid = error !== undefined || marks.some(({ tone }) => tone === 'bad');

  return (
    <div className={styles.codeField}>
      <label className={styles.codeLabel} htmlFor={id}>
        {label}
      </label>
      <div className={styles.codeFrame} data-invalid={invalid || undefined}>
        <div className={styles.underlay} aria-hidden="true">
          <div ref={underlay} className={styles.underlayMoving}>
            {marks.map(({ line, tone }) => (
              <span
                key={`${line} ${tone}`}
                className={styles.mark[tone]}
                data-line={line}
                style={{ top: `${(line - 1) * styles.lineHeight}em` }}
              />
            ))}
            <span className={styles.numbers}>{numbers}</span>
          </div>
        </div>
        {/* As wide as the widest line number in the layer below. */}
        <span className={styles.gutter} aria-hidden="true">
          {lines}
        </span>
        <textarea
          {...rest}
          ref={ref}
          id={id}
          className={styles.code}
          value={value}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          aria-invalid={invalid || undefined}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          onScroll={({ currentTarget: { scrollTop } }) => {
            if (underlay.current) underlay.current.style.transform = `translateY(${-scrollTop}px)`;
          }}
        />
      </div>
      {error !== undefined && (
        <p className={styles.codeError} id={`${id}-error`}>
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
      <p className={styles.codeHint} id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
