import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messages, type SetupInput, setupForm } from '@wordrise/core/contract';
import { useNavigate } from 'react-router';
import { Alert } from '../../design/alert.tsx';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { useToasts } from '../../design/toast.tsx';
import { ApiError, fieldErrorsOf, hasFieldErrors, messageOf } from '../../kit/api.ts';
import { useSchemaForm } from '../../kit/forms.ts';
import { useProductName } from '../../kit/page-title.ts';
import { endpointQuery, keyOf, useApi } from '../../kit/queries.ts';
import * as styles from './door.css.ts';
import { Door } from './door.tsx';

export function SetupPage() {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const productName = useProductName();
  const needed = useQuery(endpointQuery(api, 'needsSetup'));

  const setup = useMutation({
    mutationFn: (body: SetupInput) => api.call('setupAdmin', { body }),
    onSuccess() {
      client.setQueryData(keyOf('needsSetup'), { needsSetup: false });
      toasts.success({ title: messages.setup.successTitle, description: messages.setup.success });
      navigate('/login');
    },
    onError(error) {
      // Somebody else was quicker.
      if (error instanceof ApiError && error.code === 'auth.setup_done') {
        client.setQueryData(keyOf('needsSetup'), { needsSetup: false });
      }
    },
  });

  const done = needed.data?.needsSetup === false && !setup.isSuccess;
  return (
    <Door
      title="Admin Setup"
      subtitle={`Create your admin account to manage ${productName}`}
      aside={!done && <SecurityTips />}
    >
      {needed.isPending && <Loading label="Checking whether setup is needed" rows={3} />}
      {done && <AlreadyDone />}
      {!needed.isPending && !done && (
        <>
          {setup.error && !hasFieldErrors(setup.error) && (
            <Alert tone="bad">{setupMessage(setup.error)}</Alert>
          )}
          <SetupForm
            busy={setup.isPending || setup.isSuccess}
            serverErrors={fieldErrorsOf(setup.error)}
            onSubmit={(body) => setup.mutate(body)}
          />
        </>
      )}
    </Door>
  );
}

function setupMessage(error: Error): string {
  return error instanceof ApiError ? messageOf(error, messages.setup.failed) : messages.setup.exception;
}

function AlreadyDone() {
  return (
    <>
      <Alert title={messages.setup.alreadyDone}>
        An admin account already exists. If you forgot its password, the person who runs the server can set a
        new one.
      </Alert>
      <ButtonLink to="/login" variant="primary" size="large" wide>
        Go to login
      </ButtonLink>
    </>
  );
}

function SecurityTips() {
  const tips = [
    'Use a strong, unique password.',
    'Store your credentials securely, for example in a password manager.',
    'This is a one-time setup for a single admin.',
  ];
  return (
    <aside className={styles.aside} aria-labelledby="security-tips">
      <h2 className={styles.asideTitle} id="security-tips">
        Security tips
      </h2>
      <ul className={styles.tips}>
        {tips.map((tip) => (
          <li key={tip} className={styles.tip}>
            <Icon name="check" size={18} className={styles.tipMark} />
            {tip}
          </li>
        ))}
      </ul>
    </aside>
  );
}

interface SetupFormProps {
  busy: boolean;
  serverErrors: Record<string, string[]>;
  onSubmit: (input: SetupInput) => void;
}

function SetupForm({ busy, serverErrors, onSubmit }: SetupFormProps) {
  const form = useSchemaForm(setupForm, {
    onValid: ({ username, password }) => onSubmit({ username, password }),
    busy,
    serverErrors,
  });
  return (
    <form className={styles.form} {...form.props}>
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint="At least 3 characters."
        errors={form.errors.username}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
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
