import type { ReactNode } from 'react';
import type { z } from 'zod';
import { Button, type ButtonProps } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { fieldErrorsOf } from '../../kit/failure.ts';
import { useSchemaForm } from '../../kit/forms.ts';
import { AccountError, type AccountErrorProps } from './account-error.tsx';
import * as styles from './auth-layout.css.ts';

export interface CurrentPasswordFormProps<S extends z.ZodType> {
  schema: S;
  onValid: (values: z.output<S>) => void;
  /** The call that the form makes. */
  call: { isPending: boolean; error: Error | null };
  messages: AccountErrorProps['messages'];
  submit: { label: string; busyLabel: string; variant?: ButtonProps['variant'] };
  onCancel: () => void;
  /** The fields after the current password. */
  children?: (errors: { [field in string]?: string[] }) => ReactNode;
}

/** The form in a dialog that changes the account and requires the current password. */
export function CurrentPasswordForm<S extends z.ZodType>({
  schema,
  onValid,
  call: { isPending, error },
  messages,
  submit: { label, busyLabel, variant = 'primary' },
  onCancel,
  children,
}: CurrentPasswordFormProps<S>) {
  const form = useSchemaForm(schema, { onValid, busy: isPending, serverErrors: fieldErrorsOf(error) });
  return (
    <form className={styles.form} {...form.props}>
      <AccountError error={error} messages={messages} />
      <Field
        label="Current Password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        errors={form.errors.currentPassword}
      />
      {children?.(form.errors)}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant={variant} busy={isPending} busyLabel={busyLabel}>
          {label}
        </Button>
      </DialogActions>
    </form>
  );
}
