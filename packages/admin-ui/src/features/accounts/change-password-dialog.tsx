import { useMutation } from '@tanstack/react-query';
import { type ChangePasswordInput, changePasswordInput, limits, messages } from '@wordrise/core/contract';
import { z } from 'zod';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { useToasts } from '../../design/toast.tsx';
import { fieldErrorsOf } from '../../kit/failure.ts';
import { useSchemaForm } from '../../kit/forms.ts';
import { useApi } from '../../kit/queries.ts';
import { AccountError } from './account-error.tsx';
import * as styles from './auth-layout.css.ts';
import { NewPasswordField } from './new-password-field.tsx';

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

export interface ChangePasswordDialogProps {
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
  const form = useSchemaForm(changePasswordForm, {
    onValid: ({ currentPassword, newPassword }) => change.mutate({ currentPassword, newPassword }),
    busy: change.isPending,
    serverErrors: fieldErrorsOf(change.error),
  });

  return (
    <form className={styles.form} {...form.props}>
      <AccountError error={change.error} messages={messages.password} />
      <Field
        label="Current Password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        errors={form.errors.currentPassword}
      />
      <NewPasswordField
        label="New Password"
        name="newPassword"
        hint="At least 8 characters."
        errors={form.errors.newPassword}
      />
      <Field
        label="Confirm New Password"
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        errors={form.errors.confirmPassword}
      />
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={change.isPending} busyLabel="Changing...">
          Change Password
        </Button>
      </DialogActions>
    </form>
  );
}
