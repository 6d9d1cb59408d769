import { type TemplateInput, type TemplateView, templateInput } from '@wordrise/core/contract';
import { z } from 'zod';
import { readTemplate, type TemplateText, useRestore } from './templates.queries.ts';
import { useEditorFields } from './use-editor-fields.ts';
import { useFindings } from './use-findings.ts';
import { useLivePreview } from './use-live-preview.ts';
import { usePreviewWindow } from './use-preview-window.ts';
import { type SavingOptions, useSaving } from './use-saving.ts';
import { useTemplateDraft } from './use-template-draft.ts';

/** @param stored What readers get until something else is saved. */
export function useTemplateEditor(stored: TemplateText) {
  const {
    text,
    saved,
    dirty,
    replaces,
    restored,
    change: setText,
    discard,
    markSaved,
  } = useTemplateDraft(stored);
  const { content, subject, goToLine, goToFirst, typed } = useEditorFields();
  const findings = useFindings();
  const live = useLivePreview(text);
  /** Shows what is wrong and puts the cursor there. */
  const report: SavingOptions['report'] = (fields) => goToFirst(findings.report(fields));
  const saving = useSaving({ report, warn: findings.warn, onSaved: (sent) => markSaved(sent, typed()) });
  const previewWindow = usePreviewWindow(report);
  const restore = useRestore((view: TemplateView) => {
    const inUse = readTemplate(view, '');
    findings.report({});
    saving.settle(view);
    markSaved(inUse, inUse);
  });

  function change(next: TemplateText) {
    setText(next);
    findings.follow(text, next);
  }

  /** The text to send, or `undefined` if it is not valid. */
  function validate(): TemplateInput | undefined {
    const result = templateInput.safeParse(text);
    report(result.success ? {} : z.flattenError(result.error).fieldErrors);
    return result.data;
  }

  function save(over: TemplateText) {
    const input = saving.isSaving ? undefined : validate();
    if (input) saving.save({ input, replaces: over });
  }

  function showPreview() {
    const input = validate();
    if (input) previewWindow.show({ ...input, wordId: live.word?.id });
  }

  return {
    ...{ text, saved, dirty, restored, content, subject, goToLine, change, discard, showPreview },
    ...{ validate, live, restore },
    submit: () => save(replaces),
    /** Replaces the template that another tab saved. */
    saveOver: () => save(saved),
    errors: findings.errors,
    warnings: findings.warnings,
    revert: () => change(saved),
    saving: saving.isSaving,
    previewing: previewWindow.isPending,
    isUnsure: saving.isUnsure(text),
    isOvertaken: saving.isOvertaken,
    keepEditing: saving.keepEditing,
    olderEmails: saving.olderEmails,
    forgetOlderEmails: saving.forgetOlderEmails,
  };
}

export type TemplateEditorState = ReturnType<typeof useTemplateEditor>;
