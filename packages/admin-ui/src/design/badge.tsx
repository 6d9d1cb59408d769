import type { ReactNode } from 'react';
import * as styles from './badge.css.ts';
import { Icon, type IconName } from './icon.tsx';

export type BadgeTone = keyof typeof styles.badge;

// A shape for each tone, so that nothing is told by colour alone.
const shapeOf: Record<BadgeTone, IconName> = {
  neutral: 'more',
  today: 'sunrise',
  info: 'clock',
  good: 'check',
  warn: 'warning',
  bad: 'close',
};

export interface BadgeProps {
  tone?: BadgeTone;
  /** Another shape than the tone's own; `null` for none. */
  icon?: IconName | null;
  children: ReactNode;
}

/** A state in a word and a shape. */
export function Badge({ tone = 'neutral', icon = shapeOf[tone], children }: BadgeProps) {
  return (
    <span className={styles.badge[tone]}>
      {icon !== null && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
