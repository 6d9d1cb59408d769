import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from '../../design/icon.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import * as styles from './dashboard.css.ts';

export interface StatTileProps {
  icon: IconName;
  label: string;
  /** `undefined` while loading. */
  figure: number | undefined;
  failed: boolean;
  note: ReactNode;
}

export function StatTile({ icon, label, figure, failed, note }: StatTileProps) {
  const id = useId();
  return (
    <section className={styles.stat} aria-labelledby={id} aria-busy={figure === undefined && !failed}>
      <h2 className={styles.tileLabel} id={id}>
        <Icon name={icon} size={18} className={styles.statIcon} />
        {label}
      </h2>
      <div>
        <p className={styles.figure}>
          {figure?.toLocaleString('en-US') ?? (failed ? '–' : <Skeleton width="4ch" />)}
        </p>
        <p className={styles.tileNote}>{failed ? 'could not be fetched' : (note ?? <>&nbsp;</>)}</p>
      </div>
    </section>
  );
}
