import { useMutation, useQuery } from '@tanstack/react-query';
import {
  beginSecondFactorInput,
  confirmSecondFactorInput,
  messages,
  type SecondFactorKey,
  type SecondFactorProof,
  secondFactorProof,
} from '@wordrise/core/contract';
import { useState } from 'react';
import { encode } from 'uqr';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { stack } from '../../design/layout.css.ts';
import { Alert, Badge, Loading } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import { formatDay } from '../../kit/dates.ts';
import { fieldErrorsOf, QueryError } from '../../kit/failure.tsx';
import { useSchemaForm } from '../../kit/forms.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './account.css.ts';
import { AccountError, CodeField } from './account-fields.tsx';
import { CurrentPasswordForm } from './change-password-dialog.tsx';

type Doing = 'enable' | 'disable' | 'renew' | undefined;

/** Shows whether signing in also requires a code, with the dialogs that change this. */
export function SecondFactorCard() {
  const timeZone = useTimeZone();
  const factor = useQuery(endpointQuery(useApi(), 'secondFactor'));
  const [doing, setDoing] = useState<Doing>();
  const close = () => {
    setDoing(undefined);
    void factor.refetch();
  };
  const isOff = factor.data?.isOn === false;
  return (
    <Card
      title="Two-step sign-in"
      note="You’ll also need a code from an app on your phone to sign in."
      actions={
        isOff && (
          <div className={styles.actions}>
            <Badge>Off</Badge>
            <Button variant="primary" icon="shield" onClick={() => setDoing('enable')}>
              Turn on
            </Button>
          </div>
        )
      }
      flush
    >
      <div className={isOff ? styles.end : styles.state}>
        {factor.isPending && <Loading label="Loading two-step sign-in" rows={1} rowHeight="2.5rem" />}
        {factor.error && <QueryError title="Failed to fetch two-step sign-in" query={factor} />}
        {factor.data?.isOn && (
          <>
            <p className={styles.name}>
              <Badge tone="good">On</Badge>
              {factor.data.since !== null && <span>since {formatDay(factor.data.since, timeZone)}</span>}
              {factor.data.recoveryCodesLeft < 3 && (
                <Badge tone="warn">{factor.data.recoveryCodesLeft} recovery codes left</Badge>
              )}
            </p>
            <p className={styles.meta}>{factor.data.recoveryCodesLeft} of 10 recovery codes are unused.</p>
            <div className={styles.actions}>
              <Button icon="refresh" onClick={() => setDoing('renew')}>
                New recovery codes
              </Button>
              <Button variant="danger" onClick={() => setDoing('disable')}>
                Turn off
              </Button>
            </div>
          </>
        )}
      </div>
      {doing === 'enable' && <EnableSecondFactor onClose={close} />}
      {(doing === 'disable' || doing === 'renew') && <ProveSecondFactor purpose={doing} onClose={close} />}
    </Card>
  );
}

const texts = {
  disable: { title: 'Turn off two-step sign-in', button: 'Turn off', busy: 'Turning off...' },
  renew: { title: 'New recovery codes', button: 'Make new codes', busy: 'Making new codes...' },
};

/** Turns two-step sign-in off, or renews its recovery codes, after asking for password and code. */
function ProveSecondFactor({ purpose, onClose }: { purpose: keyof typeof texts; onClose: () => void }) {
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
      toasts.success('Two-step sign-in is off.');
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

const failed = { failed: 'Two-step sign-in could not be turned on', exception: messages.password.exception };

/** Asks for the password, then shows the key for the app and asks for a first code, then shows the recovery codes. */
function EnableSecondFactor({ onClose }: { onClose: () => void }) {
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
      <Dialog open onOpenChange={open} title="Two-step sign-in is on">
        <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={open}
      title="Turn on two-step sign-in"
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
      <p className={styles.meta}>
        Or type this key into the app: <span className={styles.secret}>{secret}</span>
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

const border = 2;

/** A QR code, drawn here so that the text never leaves the page. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares.join('')} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}

/** Shown once, right after they are created. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  return (
    <div className={stack.normal}>
      <Alert tone="warn" title="Save these recovery codes now">
        They are not shown again. Each signs you in once, if you lose your phone.
      </Alert>
      <ul className={styles.recoveryCodes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <a href={file} download="wordrise-recovery-codes.txt">
        Download as a text file
      </a>
      <DialogActions>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </DialogActions>
    </div>
  );
}
