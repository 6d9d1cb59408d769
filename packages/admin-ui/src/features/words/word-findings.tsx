import type { WordFinding } from '@wordrise/core/contract';
import { Badge } from '../../design/badge.tsx';
import { findingsText } from './word-texts.ts';
import * as styles from './words.css.ts';

/** A badge that opens to show what is wrong with a word and what to do. */
export function WordFindings({ findings }: { findings: WordFinding[] }) {
  return (
    <details className={styles.findings}>
      <summary className={styles.findingsSummary}>
        <Badge tone="warn">{findingsText(findings.length)}</Badge>
      </summary>
      <ul className={styles.findingsList}>
        {findings.map(({ code, field, message }) => (
          <li key={`${code} ${field}`}>{message}</li>
        ))}
      </ul>
    </details>
  );
}
