import { emailFramePath } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { withLinksOutside } from '../../design/email-frame.tsx';
import { sitePath } from '../../design/site-path.ts';
import { Loading, Skeleton } from '../../design/states.tsx';
import { failure, QueryError } from '../../kit/failure.tsx';
import { WordPicker } from '../../kit/word-picker.tsx';
import { type Finding, FindingItems } from './findings.tsx';
import * as styles from './live-preview.css.ts';
import { type View, ViewSwitch } from './preview-window.tsx';
import type { LivePreviewState, TemplateEditorState } from './use-template-editor.ts';

const failedTitle = 'The preview could not be generated';

/** The email as it would go out, beside its HTML or below it. */
export function LivePreview({ editor }: { editor: TemplateEditorState }) {
  const { live, errors, warnings, goToLine } = editor;
  const [view, setView] = useState<View>('Desktop');
  const [isDark, setDark] = useState(false);
  return (
    <section className={styles.pane} aria-label="The email with this text">
      <div className={styles.head}>
        <PreviewedWord live={live} />
        <div className={styles.bar}>
          <ViewSwitch view={view} onChange={setView} />
          {view !== 'Text' && (
            <Button size="small" aria-pressed={isDark} onClick={() => setDark(!isDark)}>
              Dark
            </Button>
          )}
        </div>
        {/* Its line is reserved, so that the email below does not move. */}
        <p className={styles.subject}>{live.preview ? live.preview.subject : '\u00a0'}</p>
      </div>
      {/* Polite: it comes and goes while typing. */}
      <div role="status">
        <LiveFindings
          tone="bad"
          title="This is the last text without errors."
          findings={without(live.errors, [...errors.content, ...errors.subject.map(asFinding)])}
          onGoTo={goToLine}
        />
        <LiveFindings
          tone="warn"
          title="This looks wrong."
          findings={without(live.warnings, warnings)}
          onGoTo={goToLine}
        />
      </div>
      {live.preview && live.failed && <Failed query={live.failed} />}
      <Email live={live} view={view} isDark={isDark} />
    </section>
  );
}

function PreviewedWord({ live: { word, setWord } }: { live: LivePreviewState }) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className={styles.bar}>
      <p className={styles.word}>
        {word ? (
          <>
            With <bdi className={styles.wordName}>{word.word}</bdi>
          </>
        ) : (
          'With the word of the next email'
        )}
      </p>
      <Button size="small" onClick={() => setChoosing(true)}>
        Choose a word
      </Button>
      <Dialog open={isChoosing} width="wide" onOpenChange={setChoosing} title="Choose a word for the preview">
        <WordPicker
          from="listWords"
          onSelect={(chosen) => {
            setWord(chosen);
            setChoosing(false);
          }}
        />
      </Dialog>
    </div>
  );
}

interface LiveFindingsProps {
  tone: 'bad' | 'warn';
  title: string;
  findings: Finding[];
  onGoTo: (line: number) => void;
}

function LiveFindings({ tone, title, findings, onGoTo }: LiveFindingsProps) {
  if (findings.length === 0) return null;
  return (
    <div className={styles.findings[tone]}>
      <p className={styles.findingsTitle}>{title}</p>
      <FindingItems findings={findings} onGoTo={onGoTo} />
    </div>
  );
}

/** Above the last email that could be fetched. */
function Failed({ query }: { query: NonNullable<LivePreviewState['failed']> }) {
  const { title, description } = failure(failedTitle, query.error);
  return (
    <div className={styles.findings.bad}>
      <p className={styles.findingsTitle}>{title}</p>
      <p>
        {description}{' '}
        <Button size="small" busy={query.isFetching} onClick={() => query.refetch()}>
          Try again
        </Button>
      </p>
    </div>
  );
}

function Email({ live, view, isDark }: { live: LivePreviewState; view: View; isDark: boolean }) {
  const { preview, failed, errors } = live;
  const isOld = errors.length > 0 || failed !== undefined;
  if (!preview) {
    return (
      <div className={styles.stage}>
        {failed ? <QueryError title={failedTitle} query={failed} /> : <Waiting />}
      </div>
    );
  }
  return (
    <div className={styles.stage} data-old={isOld || undefined} data-phone={view === 'Phone' || undefined}>
      {view === 'Text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        <pre className={styles.plainText} tabIndex={0}>
          {preview.text}
        </pre>
      ) : (
        <LiveFrame title={`Email: ${preview.subject}`} html={preview.html} isDark={isDark} />
      )}
    </div>
  );
}

function Waiting() {
  return (
    <Loading label="Generating the preview">
      <div className={styles.loading}>
        <Skeleton width="40%" height="2rem" />
        <Skeleton height="16rem" />
      </div>
    </Loading>
  );
}

/** The findings that are not shown elsewhere on the page. */
function without(findings: Finding[], shown: Finding[]): Finding[] {
  return findings.filter(({ line, text }) => !shown.some((one) => one.line === line && one.text === text));
}

const asFinding = (text: string): Finding => ({ line: undefined, text });

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

interface LiveFrameProps {
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
        src={sitePath + emailFramePath}
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
      srcDoc={withLinksOutside(frame.html)}
      onLoad={() => show(frame)}
    />
  ));
}
