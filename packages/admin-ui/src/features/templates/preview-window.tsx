import { type TemplatePreview, templatePreview } from '@wordrise/core/contract';
import { z } from 'zod';
import { Button } from '../../design/button.tsx';
import { sitePath } from '../../design/site-path.ts';
import * as styles from './live-preview.css.ts';

const previewPath = '/admin/templates/preview';

/** Sent by the new window once it listens. */
const ready = 'wordrise:preview-ready';
const previewMessage = z.object({ type: z.literal('wordrise:preview'), preview: templatePreview });

export interface PreviewWindow {
  show(preview: TemplatePreview): void;
  close(): void;
}

/**
 * Opens the window that will show a preview. Call it during the click: browsers block a window that opens after an
 * answer has arrived as a pop-up.
 *
 * The window loads a page of ours instead of being written to from here, so that it has its own content security
 * policy, which lets the email keep its styles.
 *
 * @returns `undefined` if the browser blocks it
 */
export function openPreviewWindow(): PreviewWindow | undefined {
  const opened = window.open(sitePath + previewPath, '_blank');
  if (!opened) return undefined;
  let preview: TemplatePreview | undefined;

  const send = () => {
    if (preview) opened.postMessage({ type: 'wordrise:preview', preview }, window.location.origin);
  };
  function handleReady({ source, origin, data }: MessageEvent) {
    if (source === opened && origin === window.location.origin && data === ready) send();
  }
  window.addEventListener('message', handleReady);

  return {
    show(next) {
      preview = next;
      send();
    },
    close() {
      window.removeEventListener('message', handleReady);
      opened.close();
    },
  };
}

/**
 * In the new window: asks the editor that opened it for the preview.
 *
 * @returns a function that stops listening; `undefined` if no editor opened this window
 */
export function askForPreview(onPreview: (preview: TemplatePreview) => void): (() => void) | undefined {
  const editor: Window | null = window.opener;
  if (!editor) return undefined;
  function handlePreview({ source, origin, data }: MessageEvent) {
    if (source !== editor || origin !== window.location.origin) return;
    const message = previewMessage.safeParse(data);
    if (message.success) onPreview(message.data.preview);
  }
  window.addEventListener('message', handlePreview);
  editor.postMessage(ready, window.location.origin);
  return () => window.removeEventListener('message', handlePreview);
}

const views = ['Desktop', 'Phone', 'Text'] as const;
export type View = (typeof views)[number];

interface ViewSwitchProps {
  view: View;
  onChange: (view: View) => void;
}

/** How an email is shown: on a wide screen, on a phone, or its text part. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend to look right
    <div className={styles.views} role="group" aria-label="Show as">
      {views.map((name) => (
        <Button key={name} size="small" aria-pressed={view === name} onClick={() => onChange(name)}>
          {name}
        </Button>
      ))}
    </div>
  );
}
