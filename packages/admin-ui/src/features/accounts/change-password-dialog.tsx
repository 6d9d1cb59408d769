import { useMutation } from '@tanstack/react-query';
import { type ChangePasswordInput, changePasswordInput, limits, messages } from '@wordrise/core/contract';
import { z } from 'zod';
import { Dialog } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { useToasts } from '../../design/toast.tsx';
import { useApi } from '../../kit/queries.ts';
import { CurrentPasswordForm } from './current-password-form.tsx';
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
