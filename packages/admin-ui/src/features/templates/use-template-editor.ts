import { useQuery } from '@tanstack/react-query';
import {
  messages,
  previewInput,
  type TemplateInput,
  type TemplatePreview,
  type TemplateView,
  templateInput,
  type UnusedWordView,
} from '@wordrise/core/contract';
import { useRef, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { useToasts } from '../../design/toast.tsx';
import { fieldErrorsOf, hasFieldErrors } from '../../kit/failure.tsx';
import { useSettled } from '../../kit/forms.ts';
import { useApi } from '../../kit/queries.ts';
import { usePersistedState } from '../../kit/unsaved-work.tsx';
import { type Finding, moveFindings, rangeOfLine, readFinding } from './findings.tsx';
import { openPreviewWindow } from './preview-window.tsx';
import { wide } from './templates.css.ts';
import {
  previewQuery,
  readTemplate,
  type TemplateText,
  templateText,
  usePreview,
  useRestore,
  useSaveTemplate,
} from './templates.queries.ts';

/**
 * The state of the editor: the text, what is wrong with it, and its ways out. Unknown variables, and a template that
 * another tab saved, need a second click to confirm.
 *
 * @param stored What readers get until something else is saved.
 */
export function useTemplateEditor(stored: TemplateText) {
  const draft = useTemplateDraft(stored);
  const { text, saved } = draft;
  const findings = useFindings();
  const live = useLivePreview(text);
  const toasts = useToasts();
  const content = useRef<HTMLTextAreaElement>(null);
  const subject = useRef<HTMLInputElement>(null);
  /** A text with unknown variables that a second click saves. */
  const [confirmed, setConfirmed] = useState<TemplateText>();
  /** Whether another template was saved in the meantime. */
  const [editConflict, setEditConflict] = useState(false);
  const isConfirmed = (input: TemplateText) =>
    confirmed !== undefined && !differs(confirmed, { ...input, subject: input.subject.trim() });

  // What was found was found in the text that is no longer in use.
  function onUndone() {
    findings.report({});
    settle({});
  }
  const save = useSaveTemplate({
    onSettled(result, { input }) {
      setEditConflict('editConflict' in result);
      if ('unknownVariables' in result) {
        setConfirmed(input);
        findings.warn(result.unknownVariables);
      }
      if (!('view' in result)) return;
      settle(result.view);
      draft.markSaved(input, {
        content: content.current?.value ?? '',
        subject: subject.current?.value ?? '',
      });
    },
    onUndone,
  });
  const preview = usePreview();
  const restore = useRestore({
    onRestored(view) {
      const inUse = readTemplate(view, '');
      findings.report({});
      settle(view);
      draft.markSaved(inUse, inUse);
    },
    onUndone,
  });

  /** Another template is in use, after a save or a restore. */
  function settle({ warnings = [] }: Partial<TemplateView>) {
    findings.warn(warnings);
    setConfirmed(undefined);
  }

  function goToLine(line: number) {
    if (content.current) selectLine(content.current, line);
  }

  /** Shows what is wrong, by field, and puts the cursor at the first error. */
  function report(fields: { [field in string]?: string[] }) {
    const errors = findings.report(fields);
    const line = errors.content[0]?.line;
    if (errors.subject.length > 0) subject.current?.focus();
    else if (line !== undefined) goToLine(line);
    else if (errors.content.length > 0) content.current?.focus();
  }
  const onError = (error: unknown) => report(fieldErrorsOf(error));

  function change(next: TemplateText) {
    draft.change(next);
    findings.follow(text, next);
  }

  /** The text to send, or `undefined` if it is not valid. */
  function validate(): TemplateInput | undefined {
    const result = templateInput.safeParse(text);
    report(result.success ? {} : z.flattenError(result.error).fieldErrors);
    return result.data;
  }

  function saveInsteadOf(replaces: TemplateText) {
    const input = save.isPending ? undefined : validate();
    if (input) save.mutate({ input, replaces, isConfirmed: isConfirmed(input) }, { onError });
  }

  /** Shows the email in a separate window. Call it during the click: later the browser would block a pop-up. */
  function showPreview() {
    const input = validate();
    if (!input) return;
    const shownIn = openPreviewWindow();
    if (shownIn) preview.mutate({ text: { ...input, wordId: live.word?.id }, shownIn }, { onError });
    else {
      toasts.error({
        title: messages.template.previewFailed,
        description: 'The browser blocked the new window. Allow pop-ups for this site and try again.',
      });
    }
  }

  return {
    text,
    saved,
    dirty: draft.dirty,
    restored: draft.restored,
    content,
    subject,
    goToLine,
    change,
    discard: draft.discard,
    revert: () => change(saved),
    showPreview,
    validate,
    live,
    restore,
    submit: () => saveInsteadOf(draft.replaces),
    /** Replaces the template that another tab saved. */
    saveOver: () => saveInsteadOf(saved),
    errors: findings.errors,
    warnings: findings.warnings,
    saving: save.isPending,
    previewing: preview.isPending,
    /** Whether the warnings are about a text that is not saved. */
    isUnsure: isConfirmed(text),
    editConflict,
    keepEditing: () => setEditConflict(false),
  };
}

export type TemplateEditorState = ReturnType<typeof useTemplateEditor>;

/** Selects a line of a text area, counted from 1, and scrolls it into view. */
function selectLine(field: HTMLTextAreaElement, line: number): void {
  const { start, end } = rangeOfLine(field.value, line);
  field.focus();
  field.setSelectionRange(start, end);
  const height = Number.parseFloat(getComputedStyle(field).lineHeight) || 0;
  field.scrollTop = Math.max(0, (line - 4) * height);
  field.scrollLeft = 0;
}

/** What is wrong, by field. */
interface TemplateErrors {
  content: Finding[];
  subject: string[];
}
const noErrors: TemplateErrors = { content: [], subject: [] };

/** The errors and warnings of a template. They follow their lines while the text is edited. */
function useFindings() {
  const [errors, setErrors] = useState(noErrors);
  const [warnings, setWarnings] = useState<Finding[]>([]);
  return {
    errors,
    warnings,
    /** @returns the errors, as they will be shown */
    report(fields: { [field in string]?: string[] }): TemplateErrors {
      const found = { content: (fields.content ?? []).map(readFinding), subject: fields.subject ?? [] };
      setErrors(found);
      return found;
    },
    warn: (messages: string[]) => setWarnings(messages.map(readFinding)),
    follow(before: TemplateText, after: TemplateText) {
      setErrors({
        content: moveFindings(errors.content, before.content, after.content).filter(
          // An error without a line was about the text before the edit.
          ({ line }) => line !== undefined || after.content === before.content,
        ),
        subject: after.subject === before.subject ? errors.subject : [],
      });
      setWarnings(moveFindings(warnings, before.content, after.content));
    },
  };
}

const draftSchema = templateText.extend({
  /** The saved template when editing began, or a later one that was shown in the meantime. */
  replaces: templateText,
});

/** The text being edited. Unsaved changes survive a visit to another page and a new login.
 *
 * @param stored The saved template; another tab may change it.
 */
function useTemplateDraft(stored: TemplateText) {
  const [known, setKnown] = useState({ stored, saved: stored });
  if (differs(stored, known.stored)) setKnown({ stored, saved: stored });
  const { saved } = known;
  const [draft, setDraft] = usePersistedState('template', draftSchema);
  const text: TemplateText = draft ?? saved;
  const dirty = differs(text, saved);
  const replaces = draft?.replaces ?? saved;
  /** Whether the changes are from an earlier visit. */
  const [restored, setRestored] = useState(dirty);
  return {
    text,
    saved,
    dirty,
    /** The template that the changes are based on. */
    replaces,
    restored: restored && dirty,
    change: ({ content, subject }: TemplateText) =>
      setDraft(differs({ content, subject }, saved) ? { content, subject, replaces } : undefined),
    discard: () => setDraft(undefined),
    /** @param typed The text in the fields now, which may be newer than what was sent. */
    markSaved(sent: TemplateText, typed: TemplateText) {
      setKnown({ ...known, saved: sent });
      setRestored(false);
      // The subject was trimmed before it was sent.
      const isNewer = differs({ ...typed, subject: typed.subject.trim() }, sent);
      setDraft(isNewer ? { ...typed, replaces: sent } : undefined);
    },
  };
}

function differs(text: TemplateText, saved: TemplateText): boolean {
  return text.content !== saved.content || text.subject !== saved.subject;
}

/** The server's answer for one text. */
interface Answer {
  about: TemplateText;
  /** The errors or the preview, to notice the next one. */
  of: string | TemplatePreview;
  /** The preview of the last text without errors. */
  preview: TemplatePreview | undefined;
  errors: string[];
  warnings: string[];
}

/**
 * The email as it would go out with the text in the editor, rendered by the server once typing pauses. While there are
 * errors, the last one without them stays.
 */
function useLivePreview(text: TemplateText) {
  const isWide = useMedia(wide);
  const [chosen, setShown] = useState<boolean>();
  const isShown = chosen ?? isWide;
  const [word, setWord] = useState<Pick<UnusedWordView, 'id' | 'word'>>();
  const settled = useSettled(text);
  const { data: body, error: invalid } = previewInput.safeParse({ ...settled, wordId: word?.id });
  const query = useQuery({
    ...previewQuery(useApi(), body ?? settled),
    enabled: isShown && body !== undefined,
  });

  const [last, setLast] = useState<Answer>({
    about: text,
    of: '',
    preview: undefined,
    errors: [],
    warnings: [],
  });
  const fields = invalid ? z.flattenError(invalid).fieldErrors : fieldErrorsOf(query.error);
  const errors = Object.values(fields).flatMap((messages) => messages ?? []);
  const of = errors.length > 0 ? errors.join('\n') : query.data;
  if (of !== undefined && (of !== last.of || settled !== last.about)) {
    setLast({
      about: settled,
      of,
      preview: errors.length > 0 ? last.preview : query.data,
      errors,
      warnings: (errors.length === 0 && query.data?.warnings) || [],
    });
  }

  const { about, preview } = last;
  const inText = (messages: string[]): Finding[] =>
    moveFindings(messages.map(readFinding), about.content, text.content);
  return {
    isShown,
    setShown,
    word,
    setWord,
    preview,
    errors: isShown ? inText(last.errors) : [],
    warnings: isShown ? inText(last.warnings) : [],
    /** Failed for a reason other than the text. */
    failed: query.error && !hasFieldErrors(query.error) ? query : undefined,
  };
}

export type LivePreviewState = ReturnType<typeof useLivePreview>;

/** Whether a media query holds, now and whenever that changes. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );
}
