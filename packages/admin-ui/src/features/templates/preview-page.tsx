import { type TemplatePreview, templatePreview } from '@wordrise/core/contract';
import { useEffect, useState } from 'react';
import { ButtonLink } from '../../design/button.tsx';
import { EmailFrame } from '../../design/email-frame.tsx';
import { EmptyState, Loading, Skeleton } from '../../design/states.tsx';
import { usePageTitle } from '../../kit/page.tsx';
import * as styles from './live-preview.css.ts';
import { askForPreview, type View, ViewSwitch } from './preview-window.tsx';

// Per window: a reload shows the same preview, even if the editor is closed.
const key = 'wordrise.preview';

function lastPreview(): TemplatePreview | undefined {
  try {
    return templatePreview.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** The editor opens this page in its own window to show the email as it will arrive. */
export function PreviewPage() {
  const [preview, setPreview] = useState(lastPreview);
  const [alone, setAlone] = useState(false);
  const [view, setView] = useState<View>('Desktop');
  usePageTitle(preview ? `Preview: ${preview.subject}` : 'Preview');

  useEffect(() => {
    const stop = askForPreview((next) => {
      setPreview(next);
      try {
        sessionStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage is full or forbidden: a reload asks the editor again.
      }
    });
    setAlone(stop === undefined);
    return stop;
  }, []);

  if (!preview) return <main className={styles.waiting}>{alone ? <Nothing /> : <Waiting />}</main>;
  return (
    <div className={styles.page}>
      <header className={styles.previewPageHead}>
        <div className={styles.headText}>
          <p className={styles.label}>Preview with a sample word</p>
          <h1 className={styles.previewPageSubject} tabIndex={-1}>
            {preview.subject}
          </h1>
        </div>
        <ViewSwitch view={view} onChange={setView} />
      </header>
      <main className={styles.body}>
        {view === 'Text' ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
          <pre className={styles.previewPagePlainText} tabIndex={0}>
            {preview.text}
          </pre>
        ) : (
          <EmailFrame
            title={`Email: ${preview.subject}`}
            html={preview.html}
            {...(view === 'Phone' && { className: styles.phone })}
          />
        )}
      </main>
    </div>
  );
}

function Waiting() {
  return (
    <Loading label="Generating the preview">
      <div className={styles.skeleton}>
        <Skeleton width="40%" height="2rem" />
        <Skeleton height="60vh" />
      </div>
    </Loading>
  );
}

function Nothing() {
  return (
    <>
      <h1 className={styles.hiddenHeading}>Preview</h1>
      <EmptyState
        title="There is nothing to preview here"
        action={<ButtonLink to="/admin/templates">Open the template editor</ButtonLink>}
      >
        A preview opens from the template editor.
      </EmptyState>
    </>
  );
}
