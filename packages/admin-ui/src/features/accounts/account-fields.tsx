import { type ReactNode, useState } from 'react';
import { Field, type FieldProps } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Alert } from '../../design/states.tsx';
import { ApiError } from '../../kit/api.ts';
import { hasFieldErrors, messageOf } from '../../kit/failure.tsx';
import { usePageTitle, useProductName } from '../../kit/page.tsx';
import * as styles from './account.css.ts';

const texts = {
  weak: 'Weak: easy to guess. Make it longer.',
  fair: 'Fair: a few more characters make it strong.',
  strong: 'Strong.',
};

/** A field for a password that is being chosen; its hint says how strong it is. */
export function NewPasswordField({ hint, ...rest }: Pick<FieldProps, 'label' | 'name' | 'hint' | 'errors'>) {
  const [typed, setTyped] = useState('');
  return (
    <Field
      {...rest}
      type="password"
      autoComplete="new-password"
      hint={<span aria-live="polite">{typed === '' ? hint : texts[passwordStrength(typed)]}</span>}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

/** Six digits of the authenticator app, or a recovery code. */
export function CodeField(props: Pick<FieldProps, 'hint' | 'errors' | 'autoFocus'>) {
  return (
    <Field
      label="Code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

export function UsernameField(props: Pick<FieldProps, 'hint' | 'errors' | 'defaultValue'>) {
  return (
    <Field
      label="Username"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

type PasswordStrength = 'weak' | 'fair' | 'strong';

/**
 * How hard a password is to guess, roughly: what its length and its kinds of characters allow. Repeated and
 * neighboring characters count little. The server refuses common passwords, however strong they look.
 */
export function passwordStrength(password: string): PasswordStrength {
  const bits = countedLength(password) * Math.log2(alphabetOf(password));
  if (bits < 45) return 'weak';
  return bits < 60 ? 'fair' : 'strong';
}

/** The number of characters; one that repeats the last or follows it in the alphabet counts a quarter. */
function countedLength(password: string): number {
  const codes = Array.from(password, (letter) => letter.codePointAt(0) ?? 0);
  return codes.reduce((sum, code, at) => {
    const isNext = at > 0 && Math.abs(code - (codes[at - 1] ?? 0)) <= 1;
    return sum + (isNext ? 0.25 : 1);
  }, 0);
}

function alphabetOf(password: string): number {
  const kinds = [
    [/\d/, 10],
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/[^\d\p{Ll}\p{Lu}]/u, 33],
  ] as const;
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0) || 1;
}

export interface AccountErrorProps {
  error: Error | null;
  /** The specification's texts for a refusal without a message and for no answer at all. */
  messages: { failed: string; exception: string };
}

/** Above a form: why it failed, unless its fields show that already. */
export function AccountError({ error, messages }: AccountErrorProps) {
  if (!error || hasFieldErrors(error)) return null;
  const text = error instanceof ApiError ? messageOf(error, messages.failed) : messages.exception;
  return <Alert tone="bad">{text}</Alert>;
}

interface AuthLayoutProps {
  title: string;
  subtitle: string;
  children: ReactNode;
  /** Below the panel. */
  aside?: ReactNode;
}

/** The frame of the two public pages: login and setup. */
export function AuthLayout({ title, subtitle, children, aside }: AuthLayoutProps) {
  const productName = useProductName();
  usePageTitle(title);
  return (
    <main className={styles.page}>
      <a className={styles.brand} href="/">
        <Icon name="sunrise" size={28} className={styles.mark} />
        {productName}
      </a>
      <div className={styles.panel}>
        <header>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          <p className={styles.subtitle}>{subtitle}</p>
        </header>
        {children}
      </div>
      {aside}
    </main>
  );
}
