import * as styles from './progress-bar.css.ts';

export interface ProgressBarProps {
  /** What is being counted, for screen readers: "Words processed". */
  label: string;
  done: number;
  total: number;
}

export function ProgressBar({ label, done, total }: ProgressBarProps) {
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={`${done} of ${total}`}
    >
      <div className={styles.bar} style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }} />
    </div>
  );
}
