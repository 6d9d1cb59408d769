import { type FieldErrors, type SetupInput, setupForm } from '@wordrise/core/contract';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/field.tsx';
import { useSchemaForm } from '../../kit/forms.ts';
import * as styles from './auth-layout.css.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { UsernameField } from './username-field.tsx';

export interface SetupFormProps {
  busy: boolean;
  serverErrors: FieldErrors;
  onSubmit: (input: SetupInput) => void;
}

export function SetupForm({ busy, serverErrors, onSubmit }: SetupFormProps) {
  const form = useSchemaForm(setupForm, {
    onValid: ({ username, password }) => onSubmit({ username, password }),
    busy,
    serverErrors,
  });
  return (
    <form className={styles.form} {...form.props}>
      <UsernameField hint="At least 3 characters." errors={form.errors.username} />
      <NewPasswordField
        label="Password"
        name="password"
        hint="At least 8 characters. Four random words make a good one."
        errors={form.errors.password}
      />
      <Field
        label="Confirm Password"
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        errors={form.errors.confirmPassword}
      />
      <Button type="submit" variant="primary" size="large" wide busy={busy} busyLabel="Creating Account...">
        Create Admin Account
      </Button>
    </form>
  );
}
