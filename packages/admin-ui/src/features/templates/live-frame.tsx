import { emailFramePath } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { withStillLinks } from '../../design/email-frame.tsx';
import * as styles from './live-preview.css.ts';

/** An email picks its colors by the system's `prefers-color-scheme`; this applies the chosen scheme instead. */
function inScheme(html: string, scheme: 'light' | 'dark'): string {
  return html.replace(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_, name: string) =>
    name.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
  );
}

interface Frame {
  id: number;
  html: string;
}

export interface LiveFrameProps {
  /** For screen readers. */
  title: string;
  html: string;
  isDark: boolean;
}

/** Like `EmailFrame`, for an email that changes while it is shown. */
export function LiveFrame({ title, html, isDark }: LiveFrameProps) {
  const [page, setPage] = useState<HTMLElement>();
  const scheme = isDark ? 'dark' : 'light';
  return (
    <>
      <iframe
        className={styles.frame}
        data-scheme={scheme}
        title={title}
        src={emailFramePath}
        onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument?.body)}
      />
      {page && createPortal(<Emails title={title} html={inScheme(html, scheme)} />, page)}
    </>
  );
}

/**
 * The next email loads hidden, replaces the previous one when complete, and keeps its scroll position. Its scripts and
 * forms are blocked, as everywhere; it has our origin only so that we can scroll it.
 */
function Emails({ title, html }: { title: string; html: string }) {
  const [frames, setFrames] = useState<Frame[]>([{ id: 0, html }]);
  const elements = useRef(new Map<number, HTMLIFrameElement>());
  const [shown, next] = frames;

  useEffect(() => {
    setFrames((now) => {
      const [first, pending] = now;
      if (!first || (pending ?? first).html === html) return now;
      return first.html === html ? [first] : [first, { id: (pending ?? first).id + 1, html }];
    });
  }, [html]);

  function show(frame: Frame) {
    if (frame.id !== next?.id || !shown) return;
    const before = elements.current.get(shown.id)?.contentWindow;
    elements.current.get(frame.id)?.contentWindow?.scrollTo(0, before?.scrollY ?? 0);
    setFrames([frame]);
  }

  return frames.map((frame) => (
    <iframe
      key={frame.id}
      ref={(element) => {
        if (element) elements.current.set(frame.id, element);
        else elements.current.delete(frame.id);
      }}
      style={frame.id === next?.id ? { position: 'absolute', inset: 0, visibility: 'hidden' } : {}}
      data-next={frame.id === next?.id || undefined}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={withStillLinks(frame.html)}
      onLoad={() => show(frame)}
    />
  ));
}
