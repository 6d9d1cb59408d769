import { messages, type TemplateInput, templateInput } from '@wordrise/core/contract';
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { Alert } from '../../design/alert.tsx';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { useToasts } from '../../design/toast.tsx';
import { fieldErrorsOf } from '../../kit/api.ts';
import { useProductName } from '../../kit/page-title.ts';
import { usePersistedState } from '../../kit/persisted-state.ts';
import { CodeField } from './code-field.tsx';
import { FindingList } from './finding-list.tsx';
import { type Finding, moveFindings, rangeOfLine, readFinding } from './findings.ts';
import { InsertLists } from './insert-lists.tsx';
import { insertAt, type TextField } from './insert-text.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { openPreviewWindow } from './preview-window.ts';
import * as styles from './templates.css.ts';
import { type TemplateText, templateText, usePreview, useSaveTemplate } from './templates.queries.ts';

/** What is wrong, by field. */
interface Problems {
  content: Finding[];
  subject: string[];
}
const noProblems: Problems = { content: [], subject: [] };

/** @param props.stored What readers get as long as nothing else is saved. */
export function TemplateEditor({ stored }: { stored: TemplateText }) {
  const toasts = useToasts();
  const productName = useProductName();
  const [draft, keep] = usePersistedState('template', templateText);
  const text = draft ?? stored;
  const dirty = isOther(text, stored);
  const [restored, setRestored] = useState(dirty);
  const [problems, setProblems] = useState(noProblems);
  const [warnings, setWarnings] = useState<Finding[]>([]);
  const content = useRef<HTMLTextAreaElement>(null);
  const subject = useRef<HTMLInputElement>(null);
  const lastField = useRef<TextField>(null);

  const save = useSaveTemplate((sent, messages) => {
    setWarnings(messages.map(readFinding));
    setRestored(false);
    // Typed on while it was being saved: that is not saved. The subject was sent without space around it.
    const typed = { content: content.current?.value ?? '', subject: subject.current?.value ?? '' };
    keep(isOther({ ...typed, subject: typed.subject.trim() }, sent) ? typed : undefined);
  });
  const preview = usePreview();

  function change(next: TemplateText) {
    keep(isOther(next, stored) ? next : undefined);
    setProblems({
      content: moveFindings(problems.content, text.content, next.content).filter(
        // What is wrong with the whole was about the text as it was.
        ({ line }) => line !== undefined || next.content === text.content,
      ),
      subject: next.subject === text.subject ? problems.subject : [],
    });
    setWarnings(moveFindings(warnings, text.content, next.content));
  }

  function complain(fields: { [field in string]?: string[] }) {
    const found = (fields.content ?? []).map(readFinding);
    setProblems({ content: found, subject: fields.subject ?? [] });
    const line = found[0]?.line;
    if (fields.subject?.length) subject.current?.focus();
    else if (line !== undefined) goTo(line);
    else if (found.length > 0) content.current?.focus();
  }

  /** The text to send, or nothing where it is not fit to be sent. */
  function checked(): TemplateInput | undefined {
    const result = templateInput.safeParse(text);
    if (result.success) setProblems(noProblems);
    else complain(z.flattenError(result.error).fieldErrors);
    return result.data;
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const input = checked();
    if (!input) return;
    setWarnings([]);
    save.mutate(input, { onError: (error) => complain(fieldErrorsOf(error)) });
  }

  function handlePreview() {
    const input = checked();
    if (!input) return;
    // Now, in the click: later it would be a pop-up that nobody asked for.
    const shownIn = openPreviewWindow();
    if (!shownIn) {
      toasts.error({
        title: messages.template.previewFailed,
        description: 'The browser did not let a new window open. Allow pop-ups for this site and try again.',
      });
      return;
    }
    preview.mutate({ text: input, shownIn }, { onError: (error) => complain(fieldErrorsOf(error)) });
  }

  function goTo(line: number) {
    const field = content.current;
    if (!field) return;
    const { start, end } = rangeOfLine(field.value, line);
    field.focus();
    field.setSelectionRange(start, end);
    const height = Number.parseFloat(getComputedStyle(field).lineHeight) || 0;
    field.scrollTop = Math.max(0, (line - 4) * height);
    field.scrollLeft = 0;
  }

  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  const lineMarks = (findings: Finding[], tone: 'bad' | 'warn') =>
    findings.flatMap(({ line }) => (line === undefined ? [] : [{ line, tone }]));
  const withLine = problems.content.filter(({ line }) => line !== undefined);

  return (
    // Ctrl+S anywhere in it saves, as people expect of an editor.
    <form noValidate onSubmit={handleSubmit} onKeyDown={handleKeyDown}>
      <div className={styles.notices}>
        {restored && dirty && (
          <Alert tone="info" title="Your unsaved changes are back">
            They were typed here before and not saved.{' '}
            <button
              type="button"
              className={styles.goTo}
              onClick={() => {
                change(stored);
                setRestored(false);
              }}
            >
              Go back to the saved template
            </button>
          </Alert>
        )}
        <FindingList
          tone="bad"
          title={withLine.length === 1 ? '1 error to fix' : `${withLine.length} errors to fix`}
          findings={withLine}
          onGoTo={goTo}
        />
        <FindingList tone="warn" title="Saved, with warnings" findings={warnings} onGoTo={goTo} />
      </div>
      <div className={styles.editor}>
        <div className={styles.subject}>
          <Field
            ref={subject}
            label="Subject line"
            name="subject"
            placeholder={`${productName}: {{word}}`}
            autoComplete="off"
            value={text.subject}
            errors={problems.subject}
            onFocus={(event) => {
              lastField.current = event.currentTarget;
            }}
            onChange={(event) => change({ ...text, subject: event.target.value })}
          />
        </div>
        <div className={styles.contentArea}>
          <CodeField
            ref={content}
            label="HTML template"
            name="content"
            value={text.content}
            marks={[...lineMarks(problems.content, 'bad'), ...lineMarks(warnings, 'warn')]}
            error={problems.content.find(({ line }) => line === undefined)?.text}
            hint="Tab leaves this field. Ctrl+S or ⌘S saves."
            onFocus={(event) => {
              lastField.current = event.currentTarget;
            }}
            onChange={(event) => change({ ...text, content: event.target.value })}
          />
        </div>
        <div className={styles.foot}>
          <div className={styles.footButtons}>
            <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
              Save Changes
            </Button>
            <Button icon="eye" busy={preview.isPending} onClick={handlePreview}>
              Preview
            </Button>
          </div>
          <p className={styles.state} role="status">
            {dirty && (
              <>
                <Icon name="edit" size={16} />
                Unsaved changes
              </>
            )}
          </p>
        </div>
        <InsertLists
          onInsert={(insertion) => {
            const field = lastField.current ?? content.current;
            if (field) insertAt(field, insertion);
          }}
        />
      </div>
      <LeaveDialog dirty={dirty} onLeave={() => keep(undefined)} />
    </form>
  );
}

function isOther(text: TemplateText, stored: TemplateText): boolean {
  return text.content !== stored.content || text.subject !== stored.subject;
}
