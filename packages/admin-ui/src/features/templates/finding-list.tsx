import { Alert } from '../../design/alert.tsx';
import type { Finding } from './findings.ts';
import * as styles from './templates.css.ts';

export interface FindingListProps {
  tone: 'bad' | 'warn';
  title: string;
  findings: Finding[];
  onGoTo: (line: number) => void;
}

/** Errors or warnings, each with a button that leads to its line. */
export function FindingList({ tone, title, findings, onGoTo }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <Alert tone={tone} title={title}>
      <ul className={styles.findings}>
        {findings.map(({ line, text }) => (
          <li key={`${line} ${text}`}>
            {line !== undefined && (
              <>
                <button type="button" className={styles.goTo} onClick={() => onGoTo(line)}>
                  Line {line}
                </button>
                {': '}
              </>
            )}
            {text}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
