import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import * as styles from './button.css.ts';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

interface Look {
  variant?: keyof typeof styles.button;
  size?: keyof typeof styles.size;
  icon?: IconName | undefined;
  /** As wide as its container. */
  wide?: boolean;
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-busy'> {
  /**
   * While `true` the button shows a spinner and ignores clicks. Given at all, it says that a click starts something, so
   * a double click counts as one.
   */
  busy?: boolean;
  /** Replaces the label while busy. */
  busyLabel?: string;
  ref?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

/** A button that shows when it is busy, and then cannot be clicked again. `type` defaults to `button`. */
export function Button({
  variant = 'secondary',
  size = 'normal',
  icon,
  wide,
  busy,
  busyLabel,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // The second click of a double click can come before `busy` is drawn. Keys count none.
    const isRepeated = busy !== undefined && event.detail > 1;
    // Not `disabled` while busy: that would drop the keyboard focus.
    if (busy || isRepeated) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button[variant], styles.size[size], wide && styles.wide, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={handleClick}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon && <Icon name={icon} size={18} />}
      {busy && busyLabel !== undefined ? busyLabel : children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'variant' | 'children'> {
  icon: IconName;
  label: string;
}

/** An icon alone. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <Button size="small" {...rest} variant="quiet" className={styles.iconOnly} aria-label={label} />;
}

export interface ButtonLinkProps extends Look, LinkProps {}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  size = 'normal',
  icon,
  wide,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link
      {...rest}
      className={classNames(styles.button[variant], styles.size[size], wide && styles.wide, className)}
    >
      {icon && <Icon name={icon} size={18} />}
      {children}
    </Link>
  );
}
