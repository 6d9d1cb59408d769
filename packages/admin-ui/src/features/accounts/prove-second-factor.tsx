import { useMutation } from '@tanstack/react-query';
import { messages, type SecondFactorProof, secondFactorProof } from '@wordrise/core/contract';
import { Dialog } from '../../design/dialog.tsx';
import { useToasts } from '../../design/toast.tsx';
import { useApi } from '../../kit/queries.ts';
import { CodeField } from './code-field.tsx';
import { CurrentPasswordForm } from './current-password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const texts = {
  disable: { title: 'Turn off the second factor', button: 'Turn off', busy: 'Turning off...' },
  renew: { title: 'New recovery codes', button: 'Make new codes', busy: 'Making new codes...' },
};

/** Turns the second factor off, or renews its recovery codes, after asking for password and code. */
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
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      {change.data ? (
        <RecoveryCodes codes={change.data} onDone={onClose} />
      ) : (
        <CurrentPasswordForm
          schema={secondFactorProof}
          onValid={(body) => change.mutate(body)}
          call={change}
          messages={{ failed: 'This did not work', exception: messages.password.exception }}
          submit={{ label: button, busyLabel, variant: purpose === 'disable' ? 'danger' : 'primary' }}
          onCancel={onClose}
        >
          {(errors) => (
            <CodeField hint="From your authenticator app, or a recovery code." errors={errors.code} />
          )}
        </CurrentPasswordForm>
      )}
    </Dialog>
  );
}
