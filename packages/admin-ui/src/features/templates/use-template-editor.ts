import { messages, type OlderEmail, type TemplateInput, templateInput } from '@wordrise/core/contract';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { useToasts } from '../../design/toast.tsx';
import { fieldErrorsOf } from '../../kit/failure.ts';
import { openPreviewWindow } from './preview-window.ts';
import { selectLine } from './select-line.ts';
import { type TemplateText, usePreview, useSaveTemplate } from './templates.queries.ts';
import { unknownVariables } from './unknown-variables.ts';
import { useFindings } from './use-findings.ts';
import { useTemplateDraft } from './use-template-draft.ts';

/** @param initial What readers get until something else is saved. */
export function useTemplateEditor(initial: TemplateText) {
  const toasts = useToasts();
  const content = useRef<HTMLTextAreaElement>(null);
  const subject = useRef<HTMLInputElement>(null);
  const { text, saved, dirty, restored, change: setText, discard, markSaved } = useTemplateDraft(initial);
  const findings = useFindings();
  /** A text with unknown variables that one more click saves. */
  const [confirmed, setConfirmed] = useState<TemplateText>();
  const [olderEmails, setOlderEmails] = useState<OlderEmail[]>([]);
  const save = useSaveTemplate((sent, { warnings = [], olderEmails: older = [] }) => {
    findings.warn(warnings);
    setConfirmed(undefined);
    setOlderEmails(older);
    markSaved(sent, { content: content.current?.value ?? '', subject: subject.current?.value ?? '' });
  });
  const preview = usePreview();

  function change(next: TemplateText) {
    setText(next);
    findings.follow(text, next);
  }

  /** Shows what is wrong and puts the cursor there. */
  function report(fields: { [field in string]?: string[] }) {
    const found = findings.report(fields);
    const line = found.content[0]?.line;
    if (found.subject.length > 0) subject.current?.focus();
    else if (line !== undefined) goToLine(line);
    else if (found.content.length > 0) content.current?.focus();
  }

  /** The text to send, or `undefined` if it is not valid. */
  function validate(): TemplateInput | undefined {
    const result = templateInput.safeParse(text);
    report(result.success ? {} : z.flattenError(result.error).fieldErrors);
    return result.data;
  }

  function goToLine(line: number) {
    if (content.current) selectLine(content.current, line);
  }

  function submit() {
    if (save.isPending) return;
    const input = validate();
    if (!input) return;
    const unknown = unknownVariables(input);
    const isConfirmed = confirmed?.content === input.content && confirmed.subject === input.subject;
    findings.warn(unknown);
    if (unknown.length > 0 && !isConfirmed) {
      setConfirmed(input);
      toasts.warn({
        title: 'Not saved yet',
        description: 'Save again to keep a variable that does not exist.',
      });
      return;
    }
    save.mutate(input, { onError: (error) => report(fieldErrorsOf(error)) });
  }

  function showPreview() {
    const input = validate();
    if (!input) return;
    // Opened during the click: later the browser would block it as a pop-up.
    const shownIn = openPreviewWindow();
    if (!shownIn) {
      toasts.error({
        title: messages.template.previewFailed,
        description: 'The browser blocked the new window. Allow pop-ups for this site and try again.',
      });
      return;
    }
    preview.mutate({ text: input, shownIn }, { onError: (error) => report(fieldErrorsOf(error)) });
  }

  return {
    text,
    dirty,
    restored,
    errors: findings.errors,
    warnings: findings.warnings,
    content,
    subject,
    change,
    revert: () => change(saved),
    discard,
    submit,
    saving: save.isPending,
    showPreview,
    previewing: preview.isPending,
    goToLine,
    /** Whether the warnings are about a text that is not saved. */
    isUnsure: confirmed?.content === text.content && confirmed.subject === text.subject.trim(),
    olderEmails,
    forgetOlderEmails: () => setOlderEmails([]),
  };
}

export type TemplateEditorState = ReturnType<typeof useTemplateEditor>;
