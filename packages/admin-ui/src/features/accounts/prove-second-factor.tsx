import { useMutation } from '@tanstack/react-query';
import { messages, type SecondFactorProof, secondFactorProof } from '@wordrise/core/contract';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { useToasts } from '../../design/toast.tsx';
import { fieldErrorsOf } from '../../kit/failure.ts';
import { useSchemaForm } from '../../kit/forms.ts';
import { useApi } from '../../kit/queries.ts';
import { AccountError } from './account-error.tsx';
import * as styles from './auth-layout.css.ts';
import { CodeField } from './code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const texts = {
  disable: { title: 'Turn off the second factor', button: 'Turn off', busy: 'Turning off...' },
  renew: { title: 'New recovery codes', button: 'Make new codes', busy: 'Making new codes...' },
};

/** Turns the second factor off, or renews its recovery codes, with password and code. */
export function ProveSecondFactor({
  purpose,
  onClose,
}: {
  purpose: keyof typeof texts;
  onClose: () => void;
}) {
  const api = useApi();
  const toasts = useToasts();
  const { title, button, busy: busyLabel } = texts[purpose];
  const change = useMutation({
    async mutationFn(body: SecondFactorProof) {
      if (purpose === 'renew') return (await api.call('renewRecoveryCodes', { body })).recoveryCodes;
      await api.call('disableSecondFactor', { body });
      return undefined;
    },
    onSuccess(codes) {
      if (codes) return;
      toasts.success('The second factor is off.');
      onClose();
    },
  });
  const form = useSchemaForm(secondFactorProof, {
    onValid: (body) => change.mutate(body),
    busy: change.isPending,
    serverErrors: fieldErrorsOf(change.error),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      {change.data ? (
        <RecoveryCodes codes={change.data} onDone={onClose} />
      ) : (
        <form className={styles.form} {...form.props}>
          <AccountError
            error={change.error}
            messages={{ failed: 'This did not work', exception: messages.password.exception }}
          />
          <Field
            label="Current Password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            errors={form.errors.currentPassword}
          />
          <CodeField hint="From your authenticator app, or a recovery code." errors={form.errors.code} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type="submit"
              variant={purpose === 'disable' ? 'danger' : 'primary'}
              busy={change.isPending}
              busyLabel={busyLabel}
            >
              {button}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
