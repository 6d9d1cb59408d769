import { useMemo } from 'react';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { type DiffedText, type DiffPart, diffTemplates } from './version-diff.ts';
import * as styles from './versions.css.ts';

const signs = { added: '+', removed: '−', same: '' };
const spoken = { added: 'Added: ', removed: 'Removed: ', same: '' };

/** What would change in the template in use, line by line. */
export function VersionDiff({ inUse, next }: Record<'inUse' | 'next', DiffedText>) {
  const parts = useMemo(() => diffTemplates(inUse, next), [inUse, next]);
  if (parts.length === 0) return <p className={styles.note}>This is identical to the version in use.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={styles.diff} aria-label="What would change" tabIndex={0}>
      <p className={styles.note}>What would change in the version in use:</p>
      {parts.map((part) => (
        <Part key={part.line} part={part} />
      ))}
    </section>
  );
}

function Part({ part: { line, rows } }: { part: DiffPart }) {
  return (
    <div>
      <p className={styles.place}>{line === 0 ? 'Subject line' : `From line ${line}`}</p>
      <div className={styles.code}>
        {rows.map(({ kind, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
          <div key={at} className={styles.row[kind]} data-diff={kind}>
            <span className={styles.sign} aria-hidden="true">
              {signs[kind]}
            </span>
            {kind !== 'same' && <span className={visuallyHidden}>{spoken[kind]}</span>}
            <code className={styles.line}>{text}</code>
          </div>
        ))}
      </div>
    </div>
  );
}
