import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import * as styles from './button.css.ts';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

interface Look {
  variant?: keyof typeof styles.button;
  size?: keyof typeof styles.size;
  icon?: IconName | undefined;
  /** As wide as what holds it. */
  wide?: boolean;
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-busy'> {
  /** While `true` the button shows that it works and takes no second press. */
  busy?: boolean;
  /** What it says while busy; without it, what it always says. */
  busyLabel?: string;
  /** An icon alone: needs `aria-label`. */
  iconOnly?: boolean;
  ref?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

/** Says what it does, shows that it works, and cannot be pressed twice. `type` is `button` unless told. */
export function Button({
  variant = 'secondary',
  size = 'normal',
  icon,
  wide,
  busy = false,
  busyLabel,
  iconOnly,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // Not `disabled` while busy: that would take the focus away from whoever pressed it.
    if (busy) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={type}
      className={classNames(
        styles.button[variant],
        styles.size[size],
        wide && styles.wide,
        iconOnly && styles.iconOnly,
        className,
      )}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={handleClick}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon && <Icon name={icon} size={18} />}
      {busy && busyLabel !== undefined ? busyLabel : children}
    </button>
  );
}

export interface ButtonLinkProps extends Look, LinkProps {}

/** Looks like a button and goes somewhere, so it is a link. */
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
