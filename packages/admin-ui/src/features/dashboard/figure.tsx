import { type ReactNode, useId } from 'react';
import { Skeleton } from '../../design/skeleton.tsx';
import * as styles from './dashboard.css.ts';

export interface FigureProps {
  label: string;
  /** `undefined` while loading. */
  figure: number | undefined;
  failed: boolean;
  note: ReactNode;
}

/** A number with its name: one line of text, no card. */
export function Figure({ label, figure, failed, note }: FigureProps) {
  const id = useId();
  return (
    <section className={styles.figure} aria-labelledby={id} aria-busy={figure === undefined && !failed}>
      <h2 className={styles.figureLabel} id={id}>
        {label}
      </h2>
      <p className={styles.figureNumber}>
        {figure?.toLocaleString('en-US') ?? (failed ? '–' : <Skeleton width="3ch" />)}
      </p>
      <p className={styles.figureNote}>{failed ? 'could not be fetched' : (note ?? <>&nbsp;</>)}</p>
    </section>
  );
}
