import { Alert } from '../../design/alert.tsx';
import type { Finding } from './findings.ts';
import * as styles from './templates.css.ts';

interface FindingItemsProps {
  findings: Finding[];
  onGoTo: (line: number) => void;
}

export interface FindingListProps extends FindingItemsProps {
  tone: 'bad' | 'warn';
  title: string;
}

/** Errors or warnings, each with a button that leads to its line. */
export function FindingList({ tone, title, ...items }: FindingListProps) {
  if (items.findings.length === 0) return null;
  return (
    <Alert tone={tone} title={title}>
      <FindingItems {...items} />
    </Alert>
  );
}

export function FindingItems({ findings, onGoTo }: FindingItemsProps) {
  return (
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
  );
}
