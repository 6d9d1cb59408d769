import * as styles from './states.css.ts';
import { visuallyHidden } from './visually-hidden.css.ts';

export interface SkeletonProps {
  width?: string;
  height?: string;
}

/** A gray shape where something will appear. Hidden from screen readers: put it into a `Loading`. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}

export interface LoadingProps {
  /** For screen readers: "Loading words". */
  label: string;
  /** Skeletons in the final shape; without them `rows` bars of `rowHeight`. */
  children?: React.ReactNode;
  rows?: number;
  rowHeight?: string;
}

/** The loading state of a list or card. */
export function Loading({ label, children, rows = 3, rowHeight = '3rem' }: LoadingProps) {
  return (
    <div role="status" aria-busy="true">
      <span className={visuallyHidden}>{label}</span>
      {children ?? (
        <div className={styles.skeletonStack}>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
            <Skeleton key={row} height={rowHeight} />
          ))}
        </div>
      )}
    </div>
  );
}
