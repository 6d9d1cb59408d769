import { IconButton } from '../../design/button.tsx';
import { formatDay, formatTime } from '../../kit/dates.ts';
import * as styles from './mornings.css.ts';
import type { FillRow } from './use-fill-plan.ts';

export interface FillRowsProps {
  rows: readonly FillRow[];
  timeZone: string;
  /** The day that is being shuffled. */
  busyDay: string | undefined;
  onShuffle: (day: string) => void;
  onSearch: (day: string) => void;
  onLeaveFree: (day: string) => void;
}

/** The mornings of a plan, each with its word. */
export function FillRows({ rows, timeZone, busyDay, onShuffle, onSearch, onLeaveFree }: FillRowsProps) {
  return (
    <ol className={styles.plan} aria-label="Suggested words, the next morning first">
      {rows.map(({ day, scheduledDate, word, problem }) => {
        const name = formatDay(scheduledDate, timeZone);
        return (
          <li key={day} className={styles.planRow} data-busy={busyDay === day || undefined}>
            <p className={styles.planDay}>
              {name}
              <span className={styles.planTime}>{formatTime(scheduledDate, timeZone)}</span>
            </p>
            <div className={styles.planText}>
              {word ? (
                <>
                  <p className={styles.planWord}>{word.word}</p>
                  <p className={styles.planMeaning}>{word.definition}</p>
                </>
              ) : (
                <p className={styles.planNone}>No unused word is left</p>
              )}
              {problem !== undefined && <p className={styles.planProblem}>{problem}</p>}
            </div>
            <div className={styles.planTools}>
              <IconButton icon="refresh" label={`Another word for ${name}`} onClick={() => onShuffle(day)} />
              <IconButton
                icon="search"
                label={`Search for a word for ${name}`}
                onClick={() => onSearch(day)}
              />
              <IconButton icon="close" label={`Leave ${name} free`} onClick={() => onLeaveFree(day)} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}
