import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import * as styles from './embed.css.ts';

export interface CodeSnippetProps {
  title: string;
  note?: ReactNode;
  code: string;
  /** What the button copies, for screen readers: "HTML". */
  what: string;
}

type Feedback = 'copied' | 'selected' | undefined;

/** Code with a button that copies it and reports whether that worked. */
export function CodeSnippet({ title, note, code, what }: CodeSnippetProps) {
  const id = useId();
  const text = useRef<HTMLElement>(null);
  const [feedback, setFeedback] = useState<Feedback>();

  useEffect(() => {
    if (!feedback) return;
    const timer = setTimeout(() => setFeedback(undefined), 4000);
    return () => clearTimeout(timer);
  }, [feedback]);

  async function copy() {
    setFeedback((await toClipboard(code)) ? 'copied' : selectAll(text.current));
  }

  const done = feedback === 'copied' ? 'Copied' : 'Copy';
  return (
    <section className={styles.snippet} aria-labelledby={id}>
      <div className={styles.snippetHead}>
        <div>
          <h3 className={styles.snippetTitle} id={id}>
            {title}
          </h3>
          {note !== undefined && <p className={styles.note}>{note}</p>}
        </div>
        <span className={styles.copy}>
          <Button
            size="small"
            icon={feedback === 'copied' ? 'check' : 'copy'}
            aria-label={`${done} ${what}`}
            onClick={copy}
          >
            {done}
          </Button>
        </span>
      </div>
      <pre className={styles.code}>
        <code ref={text}>{code}</code>
      </pre>
      <p className={feedback === 'selected' ? styles.note : visuallyHidden} role="status">
        {feedback === 'copied' && `${title}: copied.`}
        {feedback === 'selected' && 'Your browser blocked copying. The code is selected: press Ctrl+C or ⌘C.'}
      </p>
    </section>
  );
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    // Missing on plain http.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function selectAll(element: HTMLElement | null): Feedback {
  if (element) getSelection()?.selectAllChildren(element);
  return 'selected';
}
