import { messages } from '@wordrise/core/contract';
import { Alert } from '../../design/alert.tsx';
import { ButtonLink } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { fieldErrorsOf } from '../../kit/failure.ts';
import { useProductName } from '../../kit/page-title.ts';
import { AccountError } from './account-error.tsx';
import * as styles from './auth-layout.css.ts';
import { AuthLayout } from './auth-layout.tsx';
import { SetupForm } from './setup-form.tsx';
import { useSetup } from './use-setup.ts';

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
