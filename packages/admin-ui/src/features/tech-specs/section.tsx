import type { ReactNode } from 'react';
import { Card } from '../../design/card.tsx';
import * as styles from './tech-specs.css.ts';

export interface SectionProps {
  /** Target of the links at the top of the page. */
  id: string;
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, note, actions, children }: SectionProps) {
  return (
    <div id={id} className={styles.section}>
      <Card title={title} note={note} actions={actions} className={styles.card}>
        {children}
      </Card>
    </div>
  );
}
