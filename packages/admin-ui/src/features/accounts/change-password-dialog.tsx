import { useMutation } from '@tanstack/react-query';
import { type ChangePasswordInput, changePasswordInput, limits, messages } from '@wordrise/core/contract';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { Button, type ButtonProps } from '../../design/button.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { useToasts } from '../../design/toast.tsx';
import { fieldErrorsOf } from '../../kit/failure.tsx';
import { useSchemaForm } from '../../kit/forms.ts';
import { useApi } from '../../kit/queries.ts';
import { useLogout } from '../../kit/session.ts';
import * as styles from './account.css.ts';
import { AccountError, type AccountErrorProps, NewPasswordField } from './account-fields.tsx';

const changePasswordForm = changePasswordInput
  .extend({ confirmPassword: z.string().min(1, messages.setup.confirmRequired) })
  .refine((form) => form.newPassword === form.confirmPassword, {
    message: messages.password.mismatch,
    path: ['confirmPassword'],
    // Only once there is something to compare; then shown together with the other fields' messages.
    when: ({ value }) => {
      const form = value as { newPassword?: string; confirmPassword?: string };
      return (form.newPassword?.length ?? 0) >= limits.passwordMinLength && form.confirmPassword !== '';
    },
  });

interface ChangePasswordDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ChangePasswordDialog({ open, onOpenChange }: ChangePasswordDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Change Password"
      description="You stay signed in here. Every other session ends."
    >
      <ChangePassword onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ChangePassword({ onDone }: { onDone: () => void }) {
  const api = useApi();
  const toasts = useToasts();
  const change = useMutation({
    mutationFn: (body: ChangePasswordInput) => api.call('changePassword', { body }),
    onSuccess() {
      toasts.success(messages.password.success);
      onDone();
    },
  });

  return (
    <CurrentPasswordForm
      schema={changePasswordForm}
      onValid={({ currentPassword, newPassword }) => change.mutate({ currentPassword, newPassword })}
      call={change}
      messages={messages.password}
      submit={{ label: 'Change Password', busyLabel: 'Changing...' }}
      onCancel={onDone}
    >
      {(errors) => (
        <>
          <NewPasswordField
            label="New Password"
            name="newPassword"
            hint="At least 8 characters."
            errors={errors.newPassword}
          />
          <Field
            label="Confirm New Password"
            name="confirmPassword"
            type="password"
            autoComplete="new-password"
            errors={errors.confirmPassword}
          />
        </>
      )}
    </CurrentPasswordForm>
  );
}

interface CurrentPasswordFormProps<S extends z.ZodType> {
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

/** What the admin can do with their own account. */
export function AccountActions() {
  const [changing, setChanging] = useState(false);
  const logout = useLogout();
  return (
    <>
      <Button variant="quiet" size="small" icon="key" onClick={() => setChanging(true)}>
        Change Password
      </Button>
      <Button
        variant="quiet"
        size="small"
        icon="logout"
        busy={logout.isPending}
        onClick={() => logout.mutate()}
      >
        Logout
      </Button>
      <ChangePasswordDialog open={changing} onOpenChange={setChanging} />
    </>
  );
}
