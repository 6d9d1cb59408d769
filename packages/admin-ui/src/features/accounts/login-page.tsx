import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Credentials,
  confirmSecondFactorInput,
  credentials,
  type FieldErrors,
  messages,
  siteAddress,
} from '@wordrise/core/contract';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/field.tsx';
import { Alert } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import { ApiError } from '../../kit/api.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../kit/failure.tsx';
import { useSchemaForm } from '../../kit/forms.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { forgetNewAccount, newAccount, newAddress, safeReturnTo, startSession } from '../../kit/session.ts';
import * as styles from './account.css.ts';
import { AuthLayout, CodeField, UsernameField } from './account-fields.tsx';

export function LoginPage() {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [search] = useSearchParams();
  const location = useLocation();
  const ended = (location.state as { ended?: boolean } | null)?.ended === true;
  /** The accepted username and password, while the second step is open. */
  const [awaitingCode, setAwaitingCode] = useState<Credentials>();
  const setup = useQuery(endpointQuery(api, 'needsSetup'));
  const [typed] = useState(() => newAccount(client));
  useEffect(() => forgetNewAccount(client), [client]);

  const login = useMutation({
    mutationFn: (body: Credentials) => api.call('login', { body }),
    onSuccess({ user }) {
      startSession(client, user);
      toasts.success({ title: messages.login.successTitle, description: messages.login.success });
      navigate(safeReturnTo(search.get('returnTo')), { replace: true });
    },
    onError(error, body) {
      if (codeOf(error) === 'auth.code_required') setAwaitingCode(body);
    },
  });
  const error =
    codeOf(login.error) === 'auth.code_required' || hasFieldErrors(login.error) ? null : login.error;
  const needsSetup = setup.data?.needsSetup === true;

  return (
    <AuthLayout
      title="Admin Login"
      subtitle="Sign in to access the admin dashboard"
      aside={<WayBack isCode={awaitingCode !== undefined} isRefused={!needsSetup && isRefusal(error)} />}
    >
      {ended && !login.error && <SessionEnded address={newAddress(client)} search={location.search} />}
      {error && <Alert tone="bad">{loginMessage(error)}</Alert>}
      {awaitingCode ? (
        <LoginCodeForm
          busy={login.isPending}
          serverErrors={fieldErrorsOf(login.error)}
          onSubmit={(code) => login.mutate({ ...awaitingCode, code })}
          onBack={() => {
            setAwaitingCode(undefined);
            login.reset();
          }}
        />
      ) : (
        <LoginForm typed={typed} busy={login.isPending} onSubmit={(body) => login.mutate(body)} />
      )}
      {/* Below the form, which does not wait for it: above, it would push the form down. */}
      {needsSetup && (
        <Alert title="There is no admin account yet">
          <Link to="/admin-setup">Create the admin account</Link> first, then sign in here.
        </Alert>
      )}
    </AuthLayout>
  );
}

/** @param address The public address, if the admin has just changed it. */
function SessionEnded({ address, search }: { address: string | undefined; search: string }) {
  if (address === undefined) return <Alert tone="warn">Your session has ended. Sign in to continue.</Alert>;
  return (
    <Alert tone="warn" title="The public address has changed">
      Your session at {window.location.origin} has ended. Sign in at{' '}
      <a href={siteAddress(address, `/login${search}`)} dir="ltr">
        {address}
      </a>
      .
    </Alert>
  );
}

function codeOf(error: Error | null) {
  return error instanceof ApiError ? error.code : undefined;
}

/** Whether the username or the password is wrong, or was too often. */
function isRefusal(error: Error | null) {
  return ['auth.invalid_credentials', 'limit.too_many'].includes(codeOf(error) ?? '');
}

/** How to get back in, which takes access to the server. */
function WayBack({ isCode, isRefused }: { isCode: boolean; isRefused: boolean }) {
  if (!isCode && !isRefused) return null;
  const [question, command] = isCode
    ? ['Lost your phone and the recovery codes?', 'disable-second-factor']
    : ['Forgot your password?', 'reset-password'];
  return (
    <p className={styles.aside}>
      {question} Run <code>wordrise admin {command}</code> on the server. In the folder of{' '}
      <code>npm start</code>, it is <code>npx wordrise admin {command}</code>.
    </p>
  );
}

function loginMessage(error: Error): string {
  if (!(error instanceof ApiError)) return messages.login.unreachable;
  if (!error.isJson) return messages.login.failed;
  return error.serverMessage ?? messages.login.invalid;
}

interface LoginFormProps {
  /** By someone who created the account just now. */
  typed: Credentials | undefined;
  busy: boolean;
  onSubmit: (credentials: Credentials) => void;
}

function LoginForm({ typed, busy, onSubmit }: LoginFormProps) {
  const form = useSchemaForm(credentials, { onValid: onSubmit, busy });
  return (
    <form className={styles.form} {...form.props}>
      <UsernameField errors={form.errors.username} defaultValue={typed?.username} />
      <Field
        label="Password"
        name="password"
        defaultValue={typed?.password}
        type="password"
        autoComplete="current-password"
        errors={form.errors.password}
      />
      <Button type="submit" variant="primary" size="large" wide busy={busy} busyLabel="Signing in...">
        Sign In
      </Button>
    </form>
  );
}

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
