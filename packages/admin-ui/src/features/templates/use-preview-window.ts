import { messages, type PreviewInput } from '@wordrise/core/contract';
import { useToasts } from '../../design/toast.tsx';
import { fieldErrorsOf } from '../../kit/failure.ts';
import { openPreviewWindow } from './preview-window.ts';
import { usePreview } from './templates.queries.ts';
import type { SavingOptions } from './use-saving.ts';

/** Shows the email in a separate window. Call `show` during the click. */
export function usePreviewWindow(report: SavingOptions['report']) {
  const toasts = useToasts();
  const preview = usePreview();
  return {
    isPending: preview.isPending,
    show(text: PreviewInput) {
      // Opened during the click: later the browser would block it as a pop-up.
      const shownIn = openPreviewWindow();
      if (!shownIn) {
        toasts.error({
          title: messages.template.previewFailed,
          description: 'The browser blocked the new window. Allow pop-ups for this site and try again.',
        });
        return;
      }
      preview.mutate({ text, shownIn }, { onError: (error) => report(fieldErrorsOf(error)) });
    },
  };
}
