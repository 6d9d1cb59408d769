import { type TemplatePreview, templatePreview } from '@wordrise/core/contract';
import { z } from 'zod';

export const previewPath = '/admin/templates/preview';

/** What the new window says once it listens. */
const ready = 'wordrise:preview-ready';
const previewMessage = z.object({ type: z.literal('wordrise:preview'), preview: templatePreview });

export interface PreviewWindow {
  show(preview: TemplatePreview): void;
  close(): void;
}

/**
 * Opens the window that will show a preview. To be called in the click itself: a window that opens after an answer
 * has come is taken for a pop-up and blocked.
 *
 * It is a page of ours, not a bare one filled from here: so it has a content security policy of its own, under which
 * an email keeps its styles whichever page the editor was reached from.
 *
 * @returns `undefined` where the browser does not allow it
 */
export function openPreviewWindow(): PreviewWindow | undefined {
  const opened = window.open(previewPath, '_blank');
  if (!opened) return undefined;
  let preview: TemplatePreview | undefined;

  const send = () => {
    if (preview) opened.postMessage({ type: 'wordrise:preview', preview }, window.location.origin);
  };
  function answer({ source, origin, data }: MessageEvent) {
    if (source === opened && origin === window.location.origin && data === ready) send();
  }
  window.addEventListener('message', answer);

  return {
    show(next) {
      preview = next;
      send();
    },
    close() {
      window.removeEventListener('message', answer);
      opened.close();
    },
  };
}

/**
 * The other end: asks the editor that opened this window.
 *
 * @returns what to call when nobody listens any more; `undefined` where no editor opened this window
 */
export function askForPreview(onPreview: (preview: TemplatePreview) => void): (() => void) | undefined {
  const editor: Window | null = window.opener;
  if (!editor) return undefined;
  function take({ source, origin, data }: MessageEvent) {
    if (source !== editor || origin !== window.location.origin) return;
    const message = previewMessage.safeParse(data);
    if (message.success) onPreview(message.data.preview);
  }
  window.addEventListener('message', take);
  editor.postMessage(ready, window.location.origin);
  return () => window.removeEventListener('message', take);
}
