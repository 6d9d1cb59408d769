import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  defaultSubject,
  messages,
  type TemplateInput,
  type TemplatePreview,
  type TemplateView,
} from '@wordrise/core/contract';
import { z } from 'zod';
import { useToasts } from '../../design/toast.tsx';
import { formFailure } from '../../kit/failure.ts';
import { keyOf, useApi } from '../../kit/queries.ts';
import type { PreviewWindow } from './preview-window.ts';

/** The text in the editor. */
export const templateText = z.object({ content: z.string(), subject: z.string() });
export type TemplateText = z.infer<typeof templateText>;

/** Prepares an answer for the editor. Bare text means just the template; text areas have `\n` line breaks only. */
export function readTemplate(
  answer: string | Partial<TemplateView> | undefined,
  productName: string,
): TemplateText {
  const { template = '', subject = '' } = typeof answer === 'string' ? { template: answer } : (answer ?? {});
  return {
    content: template.replace(/\r\n?/g, '\n'),
    subject: subject || defaultSubject(productName),
  };
}

export function useSaveTemplate(onSaved: (sent: TemplateInput, saved: Partial<TemplateView>) => void) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (body: TemplateInput) => api.call('saveTemplate', { body }),
    onSuccess(saved, sent) {
      const stored = { template: sent.content, subject: sent.subject };
      client.setQueryData(keyOf('getTemplate'), stored);
      const warnings = saved?.warnings ?? [];
      if (warnings.length === 0) toasts.success(messages.template.updated);
      else toasts.warn({ title: savedWithWarnings(warnings.length), description: warnings[0] });
      onSaved(sent, saved ?? {});
    },
    onError: (error) => toasts.error(formFailure(messages.template.updateFailed, error)),
  });
}

/** "Saved, with 1 warning" */
export function savedWithWarnings(count: number): string {
  return count === 1 ? 'Saved, with 1 warning' : `Saved, with ${count} warnings`;
}

interface PreviewRequest {
  text: TemplateInput;
  shownIn: PreviewWindow;
}

export function usePreview() {
  const api = useApi();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ text }: PreviewRequest): Promise<TemplatePreview> =>
      api.call('previewTemplate', { body: text }),
    onSuccess: (preview, { shownIn }) => shownIn.show(preview),
    onError(error, { shownIn }) {
      shownIn.close();
      toasts.error(formFailure(messages.template.previewFailed, error));
    },
  });
}
