import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FieldErrors, messages, type SetupInput, setupForm } from '@wordrise/core/contract';
import { useLocation, useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Alert, Loading } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import { ApiError } from '../../kit/api.ts';
import { fieldErrorsOf } from '../../kit/failure.tsx';
import { useSchemaForm } from '../../kit/forms.ts';
import { useProductName } from '../../kit/page.tsx';
import { endpointQuery, keyOf, useApi } from '../../kit/queries.ts';
import { keepNewAccount } from '../../kit/session.ts';
import * as styles from './account.css.ts';
import { AccountError, AuthLayout, NewPasswordField, UsernameField } from './account-fields.tsx';

export function SetupPage() {
  const productName = useProductName();
  const { setup, checking, alreadyDone } = useSetup();
  return (
    <AuthLayout
      title="Admin Setup"
      subtitle={`Create your admin account to manage ${productName}`}
      aside={!checking && !alreadyDone && <SecurityTips />}
    >
      {checking && <Loading label="Checking whether setup is needed" rows={3} />}
      {alreadyDone && <AlreadyDone />}
      {!checking && !alreadyDone && (
        <>
          <AccountError error={setup.error} messages={messages.setup} />
          <SetupForm
            busy={setup.isPending || setup.isSuccess}
            serverErrors={fieldErrorsOf(setup.error)}
            onSubmit={(body) => setup.mutate(body)}
          />
        </>
      )}
    </AuthLayout>
  );
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

const tips = [
  'Use a strong, unique password.',
  'Store your credentials securely, for example in a password manager.',
  'This is a one-time setup for a single admin.',
];

function SecurityTips() {
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

/** Whether setup is needed, and the call that does it and then leads to the login page. */
export function useSetup() {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  // From the setup link.
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token');
  const toasts = useToasts();
  const needed = useQuery(endpointQuery(api, 'needsSetup'));
  const markDone = () => client.setQueryData(keyOf('needsSetup'), { needsSetup: false });

  const setup = useMutation({
    mutationFn: (body: SetupInput) => api.call('setupAdmin', { body: token ? { ...body, token } : body }),
    onSuccess(_answer, typed) {
      markDone();
      keepNewAccount(client, typed);
      toasts.success({ title: messages.setup.successTitle, description: messages.setup.success });
      navigate('/login');
    },
    onError(error) {
      // Someone else was faster.
      if (error instanceof ApiError && error.code === 'auth.setup_done') markDone();
    },
  });

  return {
    setup,
    checking: needed.isPending,
    alreadyDone: needed.data?.needsSetup === false && !setup.isSuccess,
  };
}

export interface SetupFormProps {
  busy: boolean;
  serverErrors: FieldErrors;
  onSubmit: (input: SetupInput) => void;
}

export function SetupForm({ busy, serverErrors, onSubmit }: SetupFormProps) {
  const form = useSchemaForm(setupForm, {
    onValid: ({ username, password }) => onSubmit({ username, password }),
    busy,
    serverErrors,
  });
  return (
    <form className={styles.form} {...form.props}>
      <UsernameField hint="At least 3 characters." errors={form.errors.username} />
      <NewPasswordField
        label="Password"
        name="password"
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
