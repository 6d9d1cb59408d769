import { Alert } from '../../design/states.tsx';
import * as styles from './templates.css.ts';

/** An error or warning about the template; `line` counts from 1. */
export interface Finding {
  line: number | undefined;
  text: string;
}

/** Parses "Line 12: {{/if}} closes nothing." */
export function readFinding(message: string): Finding {
  const match = /^Line (\d+): (.*)$/s.exec(message);
  return match ? { line: Number(match[1]), text: match[2] as string } : { line: undefined, text: message };
}

/**
 * Moves findings to where their lines are after an edit. Those on edited lines are dropped: the author is fixing
 * them.
 */
export function moveFindings(findings: Finding[], before: string, after: string): Finding[] {
  if (findings.length === 0) return findings;
  const [old, now] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, now.length);
  let above = 0;
  while (above < shorter && old[above] === now[above]) above += 1;
  let below = 0;
  while (below < shorter - above && old.at(-1 - below) === now.at(-1 - below)) below += 1;

  const firstBelow = old.length - below + 1;
  return findings
    .filter(({ line }) => line === undefined || line <= above || line >= firstBelow)
    .map((finding) => {
      const { line } = finding;
      return line === undefined || line <= above
        ? finding
        : { ...finding, line: line + now.length - old.length };
    });
}

/** The range of a line in a text, without its line break; of the last line if there are fewer. */
export function rangeOfLine(text: string, line: number): { start: number; end: number } {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf('\n', start);
    if (next === -1) break;
    start = next + 1;
  }
  const end = text.indexOf('\n', start);
  return { start, end: end === -1 ? text.length : end };
}

interface FindingItemsProps {
  findings: Finding[];
  onGoTo: (line: number) => void;
}

interface FindingListProps extends FindingItemsProps {
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
