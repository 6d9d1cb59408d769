import type { ReactNode } from 'react';
import * as styles from './badge.css.ts';
import { Icon, type IconName } from './icon.tsx';

type BadgeTone = keyof typeof styles.badge;

// A shape for each tone, so that nothing depends on color alone.
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
  /** Replaces the tone's own shape; `null` for none. */
  icon?: IconName | null;
  children: ReactNode;
}

/** A state, as a word with a shape. */
export function Badge({ tone = 'neutral', icon = shapeOf[tone], children }: BadgeProps) {
  return (
    <span className={styles.badge[tone]}>
      {icon !== null && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
