import type { ReactNode } from 'react';
import { Card } from '../../design/card.tsx';
import { Skeleton } from '../../design/states.tsx';
import * as styles from './tech-specs.css.ts';

export interface Fact {
  label: string;
  /** `undefined` while loading. */
  value: ReactNode;
}

/** Short facts, label and value in two aligned columns. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles.fact}>
          <dt className={styles.factLabel}>{label}</dt>
          <dd className={styles.factValue}>{value ?? <Skeleton width="60%" height="1.2em" />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A list of short texts; empty ones are left out. */
export function Points({ points }: { points: ReactNode[] }) {
  return (
    <ul className={styles.points}>
      {points.filter(Boolean).map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fixed lists
        <li key={index}>{point}</li>
      ))}
    </ul>
  );
}

export interface SectionProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Section({ title, note, actions, children }: SectionProps) {
  return (
    <div className={styles.section}>
      <Card title={title} note={note} actions={actions} className={styles.card}>
        {children}
      </Card>
    </div>
  );
}
