import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  defaultSubject,
  messages,
  type TemplateInput,
  type TemplatePreview,
  type TemplateView,
} from '@wordrise/core/contract';
import { z } from 'zod';
import { type ToastMessage, useToasts } from '../../design/toast.tsx';
import { hasFieldErrors, messageOf } from '../../kit/api.ts';
import { keyOf, useApi } from '../../kit/queries.ts';
import type { PreviewWindow } from './preview-window.ts';

const unreachableHelp = 'The server could not be reached. Check the connection and try again.';

/** The editor shows mistakes at their lines; anything else is told here. */
function failure(title: string, error: unknown): ToastMessage {
  return { title, description: hasFieldErrors(error) ? undefined : messageOf(error, unreachableHelp) };
}

/** What the editor holds. */
export const templateText = z.object({ content: z.string(), subject: z.string() });
export type TemplateText = z.infer<typeof templateText>;

/** What was answered, for the editor. A bare text means just the template; text areas know one kind of line break only. */
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

export function useSaveTemplate(onSaved: (sent: TemplateInput, warnings: string[]) => void) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (body: TemplateInput) => api.call('saveTemplate', { body }),
    onSuccess(saved, sent) {
      const stored = { template: sent.content, subject: sent.subject };
      client.setQueryData(keyOf('getTemplate'), stored);
      toasts.success(messages.template.updated);
      onSaved(sent, saved?.warnings ?? []);
    },
    onError: (error) => toasts.error(failure(messages.template.updateFailed, error)),
  });
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
      toasts.error(failure(messages.template.previewFailed, error));
    },
  });
}
