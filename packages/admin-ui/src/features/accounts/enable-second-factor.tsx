import { useMutation } from '@tanstack/react-query';
import {
  beginSecondFactorInput,
  confirmSecondFactorInput,
  messages,
  type SecondFactorKey,
} from '@wordrise/core/contract';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { fieldErrorsOf } from '../../kit/failure.ts';
import { useSchemaForm } from '../../kit/forms.ts';
import { useApi } from '../../kit/queries.ts';
import * as account from './account.css.ts';
import { AccountError } from './account-error.tsx';
import * as styles from './auth-layout.css.ts';
import { CodeField } from './code-field.tsx';
import { CurrentPasswordForm } from './current-password-form.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const failed = { failed: 'The second factor could not be turned on', exception: messages.password.exception };

/** Asks for the password, then shows the key for the app and asks for a first code, then shows the recovery codes. */
export function EnableSecondFactor({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const begin = useMutation({
    mutationFn: (body: { currentPassword: string }) => api.call('beginSecondFactor', { body }),
  });
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => api.call('confirmSecondFactor', { body }),
  });
  const open = (next: boolean) => !next && onClose();
  if (confirm.data) {
    return (
      <Dialog open onOpenChange={open} title="The second factor is on">
        <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={open}
      title="Turn on the second factor"
      description={begin.data ? 'Every other session ends.' : 'First confirm that it’s you.'}
    >
      {begin.data ? (
        <Confirm secret={begin.data} confirm={confirm} onCancel={onClose} />
      ) : (
        <CurrentPasswordForm
          schema={beginSecondFactorInput}
          onValid={begin.mutate}
          call={begin}
          messages={failed}
          submit={{ label: 'Continue', busyLabel: 'Checking...' }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

interface ConfirmProps {
  secret: SecondFactorKey;
  confirm: { isPending: boolean; error: Error | null; mutate: (body: { code: string }) => void };
  onCancel: () => void;
}

function Confirm({ secret: { secret, uri }, confirm, onCancel }: ConfirmProps) {
  const form = useSchemaForm(confirmSecondFactorInput, {
    onValid: confirm.mutate,
    busy: confirm.isPending,
    serverErrors: fieldErrorsOf(confirm.error),
  });
  return (
    <form className={styles.form} {...form.props}>
      <AccountError error={confirm.error} messages={failed} />
      <p>Scan this with an authenticator app, then enter the code that it shows.</p>
      <QrCode text={uri} label="QR code for an authenticator app" />
      <p className={account.meta}>
        Or type this key into the app: <span className={account.secret}>{secret}</span>
      </p>
      <CodeField errors={form.errors.code} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={confirm.isPending} busyLabel="Turning on...">
          Turn on
        </Button>
      </DialogActions>
    </form>
  );
}
