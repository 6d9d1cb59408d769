import { useQuery } from '@tanstack/react-query';
import { type WordField, type WordFinding, type WordInput, wordFieldTable } from '@wordrise/core/contract';
import { Button } from '../../design/button.tsx';
import { EmailFrame } from '../../design/email-frame.tsx';
import { Alert, Skeleton } from '../../design/states.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { fieldErrorsOf } from '../../kit/failure.tsx';
import { useSettled } from '../../kit/forms.ts';
import { useApi } from '../../kit/queries.ts';
import * as styles from './words.css.ts';
import { findingsText, previewQuery } from './words.queries.ts';

/** The email of what the form says, once typing pauses; `undefined` until it has a word. */
export function useWordPreview(id: number | undefined, texts: Partial<WordInput>) {
  // One string, so that equal texts are one value.
  const typed = useSettled(JSON.stringify({ ...texts, ...(id !== undefined && { id }) }));
  const draft = JSON.parse(typed) as WordInput & { id?: number };
  const hasWord = (draft.word ?? '').trim() !== '';
  const preview = useQuery(previewQuery(useApi(), hasWord ? draft : undefined));
  return { ...preview, hasWord };
}

interface FindingsProps {
  findings: readonly WordFinding[];
  onGoTo: (field: WordField) => void;
  /** Writes a text into a field, as if it was typed. */
  onFix: (field: WordField, text: string) => void;
}

/** What the check finds in the text, each with the way to its field, and with the right text where that is certain. */
export function Findings({ findings, onGoTo, onFix }: FindingsProps) {
  return (
    // Polite: it comes and goes while typing.
    <div role="status" className={styles.findingsBox}>
      {findings.length > 0 && (
        <Alert tone="warn" title={findingsText(findings.length)}>
          <ul className={styles.findings}>
            {findings.map(({ code, field, message, fix }) => (
              <li key={`${code} ${field}`} className={styles.finding}>
                <span>{message}</span>
                {fix && (
                  <Button size="small" onClick={() => onFix(field, fix.text)}>
                    {fix.label}
                  </Button>
                )}
                <Button size="small" variant="quiet" onClick={() => onGoTo(field)}>
                  Go to {wordFieldTable[field].label}
                </Button>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}

/** The email beside the form, as a phone shows it. */
export function WordEmail({ preview }: { preview: ReturnType<typeof useWordPreview> }) {
  const { data, hasWord, isError, error } = preview;
  const wrong = Object.values(fieldErrorsOf(error)).flat();
  return (
    <section className={styles.email} aria-label="The email with this text">
      <p className={styles.emailTitle}>The email with this text</p>
      {!hasWord && <p className={styles.small}>It appears here as soon as there is a word.</p>}
      {hasWord && isError && (
        <p className={styles.small}>
          {wrong.length > 0
            ? `It appears here again as soon as this is fixed: ${wrong.join('; ')}.`
            : 'The email could not be shown. Your text is not affected.'}
        </p>
      )}
      {hasWord && !isError && (
        <>
          <p className={styles.emailSubject} dir="auto">
            <span className={visuallyHidden}>Subject: </span>
            {data?.subject ?? '\u00a0'}
          </p>
          <div className={styles.emailPaper}>
            {data ? <EmailFrame title="Email" html={data.html} /> : <Skeleton height="100%" />}
          </div>
        </>
      )}
    </section>
  );
}
