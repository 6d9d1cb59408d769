import { confirmSecondFactorInput, type FieldErrors } from '@wordrise/core/contract';
import { Button } from '../../design/button.tsx';
import { useSchemaForm } from '../../kit/forms.ts';
import * as styles from './auth-layout.css.ts';
import { CodeField } from './code-field.tsx';

export interface LoginCodeFormProps {
  busy: boolean;
  serverErrors: FieldErrors;
  onSubmit: (code: string) => void;
  onBack: () => void;
}

/** The second step of a login. */
export function LoginCodeForm({ busy, serverErrors, onSubmit, onBack }: LoginCodeFormProps) {
  const form = useSchemaForm(confirmSecondFactorInput, {
    onValid: ({ code }) => onSubmit(code),
    busy,
    serverErrors,
  });
  return (
    <form className={styles.form} {...form.props}>
      <CodeField
        autoFocus
        hint="Six digits from your authenticator app, or a recovery code."
        errors={form.errors.code}
      />
      <Button type="submit" variant="primary" size="large" wide busy={busy} busyLabel="Signing in...">
        Sign In
      </Button>
      <Button variant="quiet" wide onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
