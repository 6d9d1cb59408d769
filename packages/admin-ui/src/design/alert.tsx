import type { ReactNode } from 'react';
import * as styles from './alert.css.ts';
import { Icon, type IconName } from './icon.tsx';

type AlertTone = keyof typeof styles.alert;
const shapeOf: Record<AlertTone, IconName> = { info: 'info', good: 'check', warn: 'warning', bad: 'warning' };

export interface AlertProps {
  tone?: AlertTone;
  title?: ReactNode;
  children?: ReactNode;
}

/** A message that stays in place. `bad` interrupts a screen reader, the others do not. */
export function Alert({ tone = 'info', title, children }: AlertProps) {
  return (
    <div className={styles.alert[tone]} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={shapeOf[tone]} className={styles.icon[tone]} />
      <div className={styles.body}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
      </div>
    </div>
  );
}
