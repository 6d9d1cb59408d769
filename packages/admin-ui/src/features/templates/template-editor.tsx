import { type KeyboardEvent, type SubmitEvent, useRef } from 'react';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { useProductName } from '../../kit/page-title.ts';
import { useUnsavedWork } from '../../kit/unsaved-work.tsx';
import { UpdateEmailsDialog } from '../../kit/update-emails.tsx';
import { CodeField } from './code-field.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { useEditorTools } from './editor-tools.tsx';
import type { Finding } from './findings.ts';
import { InsertLists } from './insert-lists.tsx';
import { insertAt, type TextField } from './insert-text.ts';
import { LivePreview } from './live-preview.tsx';
import * as styles from './templates.css.ts';
import { savedWithWarnings, type TemplateText } from './templates.queries.ts';
import { type TemplateEditorState, useTemplateEditor } from './use-template-editor.ts';

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
      <UpdateEmailsDialog emails={editor.olderEmails} onClose={editor.forgetOlderEmails} />
      {unsaved.dialog}
    </>
  );
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
