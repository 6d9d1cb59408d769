import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import * as styles from './states.css.ts';
import { visuallyHidden } from './visually-hidden.css.ts';

interface SkeletonProps {
  width?: string;
  height?: string;
}

/** A gray shape where something will appear. Hidden from screen readers: put it into a `Loading`. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}

interface LoadingProps {
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

interface EmptyStateProps {
  /** The specification's text if it has one. */
  title: string;
  /** What belongs here. */
  children?: ReactNode;
  /** The one button that fills it. */
  action?: ReactNode;
}

/** An empty list, under a picture of dawn. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.dawn} aria-hidden="true" />
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.body}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  /** What happened: the specification's text if it has one. */
  title: string;
  /** Why, or what to do. */
  description?: string;
  /** What still works. */
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}

export function ErrorState({ title, description, children, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.badMark}>
        <Icon name="warning" size={28} />
      </span>
      <p className={styles.title}>{title}</p>
      {description !== undefined && <p className={styles.body}>{description}</p>}
      {children !== undefined && <div className={styles.body}>{children}</div>}
      {onRetry && (
        <div className={styles.action}>
          <Button icon="refresh" busy={retrying} onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

interface ProgressBarProps {
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

type AlertTone = keyof typeof styles.alert;
const alertShapes: Record<AlertTone, IconName> = {
  info: 'info',
  good: 'check',
  warn: 'warning',
  bad: 'warning',
};

interface AlertProps {
  tone?: AlertTone;
  title?: ReactNode;
  children?: ReactNode;
}

/** A message that stays in place. `bad` interrupts a screen reader, the others do not. */
export function Alert({ tone = 'info', title, children }: AlertProps) {
  return (
    <div className={styles.alert[tone]} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={alertShapes[tone]} className={styles.icon[tone]} />
      <div className={styles.alertBody}>
        {title !== undefined && <p className={styles.alertTitle}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
      </div>
    </div>
  );
}

type BadgeTone = keyof typeof styles.badge;

// A shape for each tone, so that nothing depends on color alone.
const badgeShapes: Record<BadgeTone, IconName> = {
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
export function Badge({ tone = 'neutral', icon = badgeShapes[tone], children }: BadgeProps) {
  return (
    <span className={styles.badge[tone]}>
      {icon !== null && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
