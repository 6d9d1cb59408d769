import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type EmailProvider,
  emailProviderFacts,
  type MailCheck,
  type MailServiceName,
  mailCheckTitles,
  mailServices,
  type SettingChanges,
  type SettingView,
  serviceOf,
  timings,
} from '@wordrise/core/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Select } from '../../design/field.tsx';
import { Alert, Badge } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import { FailureAlert, fieldErrorsOf, hasFieldErrors } from '../../kit/failure.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { changesIn, type Draft, SettingField } from './setting-field.tsx';
import * as styles from './settings.css.ts';
import { useSaveSettings } from './settings.queries.ts';
import { useUnsavedCard } from './unsaved-cards.ts';

type Way = MailServiceName | 'sandbox' | 'other' | 'icontact';

const ways: Record<Way, string> = {
  sandbox: 'Sandbox: try everything, nobody gets mail',
  google: mailServices.google.label,
  microsoft: mailServices.microsoft.label,
  ses: mailServices.ses.label,
  postmark: mailServices.postmark.label,
  mailgun: mailServices.mailgun.label,
  brevo: mailServices.brevo.label,
  sendgrid: mailServices.sendgrid.label,
  mailjet: mailServices.mailjet.label,
  other: 'Any mail server',
  icontact: emailProviderFacts.icontact.label,
};

/** What EMAIL_PROVIDER is for each way that is no mail service; a service is used as any mail server. */
const providersOfWays: Partial<Record<Way, EmailProvider>> = {
  sandbox: 'smtp-sandbox',
  other: 'smtp',
  icontact: 'icontact',
};

/** What is typed for one mail server is wrong for another. The rest, such as the sender, stays when the way changes. */
const ofOneServer = ['SMTP_HOST', 'SMTP_PORT', 'SMTP_SECURITY', 'SMTP_USER', 'SMTP_PASSWORD'];

/** How emails are sent: chosen, checked and tried before it is stored. */
export function SendingCard({ settings }: { settings: SettingView[] }) {
  const [draft, setDraft] = useState<Draft>({});
  const [chosen, setChosen] = useState<Way>();
  const setting = (name: string) => settings.find((one) => one.name === name);
  const provider = setting('EMAIL_PROVIDER');
  const current = (provider?.value ?? provider?.fallback ?? 'sandbox') as EmailProvider;
  const saved = wayOf(current, setting('SMTP_HOST')?.value ?? '');
  const way = chosen ?? saved;
  const next = way === saved ? current : providerOf(way, current);
  const shown = shownFor(way, settings);
  const changes = changesIn([...shown, ...(provider ? [provider] : [])], {
    ...draft,
    ...(way !== saved && { EMAIL_PROVIDER: next }),
  });
  const isDirty = Object.keys(changes).length > 0;
  useUnsavedCard('Sending', isDirty);

  const { check, save, test } = useChecked({
    onSaved: () => {
      setDraft({});
      setChosen(undefined);
    },
  });
  const { to: wrongAddress, ...wrong } = fieldErrorsOf(test.error);
  const errors = { ...wrong, ...fieldErrorsOf(check.error), ...fieldErrorsOf(save.error) };
  const failed = check.data?.checks.some(({ status }) => status === 'failed') ?? false;

  /** What was found with other settings is not true of these. */
  function forgetAnswers() {
    check.reset();
    save.reset();
    test.reset();
  }

  function choose(next: Way) {
    setChosen(next);
    forgetAnswers();
    const preset = next in mailServices ? mailServices[next as MailServiceName] : undefined;
    setDraft((now) => ({
      ...Object.fromEntries(Object.entries(now).filter(([name]) => !ofOneServer.includes(name))),
      ...(next !== saved &&
        preset && {
          SMTP_HOST: preset.host,
          SMTP_PORT: String(preset.port),
          SMTP_SECURITY: preset.security,
        }),
    }));
  }

  const fields = (advanced: boolean) =>
    shown
      .filter(({ isAdvanced }) => isAdvanced === advanced)
      .map((one) => {
        const isRequired = one.name === 'SMTP_USER' && way in mailServices;
        return (
          <SettingField
            key={one.name}
            setting={one}
            draft={draft}
            errors={errors[one.name]}
            hint={isRequired ? 'This service needs it.' : undefined}
            isRequired={isRequired}
            onChange={(name, value) => setDraft((now) => ({ ...now, [name]: value }))}
          />
        );
      });
  const isGiven = provider?.variable != null;
  return (
    <Card
      title="Sending"
      note="Who sends the emails"
      actions={isDirty && <Badge tone="warn">Not saved</Badge>}
    >
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          // Its marks at fields are those of before.
          if (test.isError) test.reset();
          check.mutate(changes, {
            onSuccess({ checks }) {
              const isUsable = checks.every(({ status }) => status !== 'failed');
              if (isUsable && isDirty) save.mutate(changes);
            },
          });
        }}
      >
        {isGiven ? (
          <Alert tone="info" title={`Sent with: ${ways[way]}`}>
            This is set by {provider.variable}, in the environment or in <code>.env</code>, and can only be
            changed there. Before you change it from or to iContact, run <code>wordrise provider switch</code>
            : it moves the readers and the scheduled emails.
          </Alert>
        ) : (
          <Select label="Send with" name="way" options={ways} value={way} onChange={choose} />
        )}
        {familyOf(next) !== familyOf(current) && <Move from={current} to={next} />}
        {next === 'smtp-sandbox' && current === 'smtp' && <IntoSandbox />}
        {way in mailServices && <ServiceFacts name={way as MailServiceName} />}
        {fields(false)}
        {shown.some(({ isAdvanced }) => isAdvanced) && (
          <details>
            <summary className={styles.summary}>More</summary>
            <div className={styles.more}>{fields(true)}</div>
          </details>
        )}
        {check.error && !hasFieldErrors(check.error) && (
          <FailureAlert title="It could not be checked" error={check.error} />
        )}
        {save.error && !hasFieldErrors(save.error) && <FailureAlert title="Not saved" error={save.error} />}
        {check.data && <Checks checks={check.data.checks} />}
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="primary"
            busy={check.isPending || save.isPending}
            busyLabel={check.isPending ? 'Checking...' : (save.progress ?? 'Saving...')}
          >
            {isDirty ? 'Check and save' : check.data ? 'Check again' : 'Check'}
          </Button>
          {failed && isDirty && (
            <Button busy={save.isPending} onClick={() => save.mutate(changes)}>
              Save anyway
            </Button>
          )}
          {isDirty && (
            <Button
              onClick={() => {
                setDraft({});
                setChosen(undefined);
                forgetAnswers();
              }}
            >
              Discard changes
            </Button>
          )}
        </div>
      </form>
      <TestEmail send={test} changes={changes} wrongAddress={wrongAddress} />
    </Card>
  );
}

/** Which of the ways the settings are. */
function wayOf(provider: EmailProvider, host: string): Way {
  if (isSandbox(provider)) return 'sandbox';
  const found = (Object.keys(providersOfWays) as Way[]).find((way) => providersOfWays[way] === provider);
  return found === 'other' ? (serviceOf(host) ?? found) : (found ?? 'other');
}

/** The sandbox of before, or after a mail server the one with the same list. */
function providerOf(way: Way, saved: EmailProvider): EmailProvider {
  if (way === 'sandbox' && isSandbox(saved)) return saved;
  return providersOfWays[way] ?? 'smtp';
}

const familyOf = (provider: EmailProvider) => emailProviderFacts[provider].family;
const isSandbox = (provider: EmailProvider) => emailProviderFacts[provider].isSandbox;

/** What becomes of emails that real readers expect. */
function IntoSandbox() {
  return (
    <Alert tone="warn" title="From then on, no reader gets an email">
      Scheduled emails go to the outbox on this machine, and count as sent. One that is being sent now waits
      for your mail server: after {timings.lateSendHours} hours, those who have not gotten it will not.
    </Alert>
  );
}

/** What becomes of readers and scheduled emails if emails are sent in this other way. */
function Move({ from, to }: { from: EmailProvider; to: EmailProvider }) {
  const { data } = useQuery(endpointQuery(useApi(), 'scheduleStats'));
  const waiting = (data?.scheduled ?? 0) + (data?.pending ?? 0);
  const emails = waiting === 1 ? '1 scheduled email' : `${waiting.toLocaleString('en-US')} scheduled emails`;
  const all = waiting > 0 ? `readers and ${emails}` : 'readers';
  const { ownsList, label } = emailProviderFacts[from];
  if (isSandbox(from)) {
    return (
      <Alert tone="info" title="Nothing is lost">
        When you save, your {all} move along from the sandbox.
      </Alert>
    );
  }
  return (
    <Alert tone="warn" title="First, move your readers in the terminal">
      Your {all} are at {ownsList ? 'Wordrise' : label}, and saving here does not move them.{' '}
      <code>wordrise provider switch {to}</code> shows who would be on the list and which emails move. With{' '}
      <code>--apply</code> it moves them.
    </Alert>
  );
}

/** The settings of a way, the sender, which a service may limit, and the postal address if it is still missing. */
function shownFor(way: Way, settings: SettingView[]): SettingView[] {
  if (way === 'sandbox') return [];
  const kind = providersOfWays[way] ?? 'smtp';
  return settings.filter(
    ({ name, group, onlyWith, source }) =>
      onlyWith?.value === kind &&
      (group === 'sending' || name === 'MAIL_FROM' || (name === 'POSTAL_ADDRESS' && source === 'default')),
  );
}

function useChecked({ onSaved }: { onSaved: () => void }) {
  const api = useApi();
  const save = useSaveSettings({ onSaved });
  const check = useMutation({
    mutationFn: (changes: SettingChanges) => api.call('checkSettings', { body: { changes } }),
  });
  const test = useMutation({
    mutationFn: (body: { changes: SettingChanges; to: string }) => api.call('testSettings', { body }),
  });
  return { check, save, test };
}

function ServiceFacts({ name }: { name: MailServiceName }) {
  const { user, password, passwordUrl, limits } = mailServices[name];
  return (
    <dl className={styles.facts}>
      <dt className={styles.term}>User name</dt>
      <dd>{user}</dd>
      <dt className={styles.term}>Password</dt>
      <dd>
        {password}{' '}
        <a href={passwordUrl} target="_blank" rel="noreferrer">
          How to make it
        </a>
      </dd>
      <dt className={styles.term}>Limits</dt>
      <dd>{limits}</dd>
    </dl>
  );
}

const tones = { ok: 'good', warning: 'warn', failed: 'bad' } as const;
const words = { ok: 'OK', warning: 'To do', failed: 'Failed' } as const;

function Checks({ checks }: { checks: MailCheck[] }) {
  return (
    <ul className={styles.checks} aria-label="What was checked" aria-live="polite">
      {checks.map((check) => (
        <li key={`${check.name} ${check.detail}`} className={styles.check}>
          <span className={styles.checkHead}>
            <Badge tone={tones[check.status]}>{words[check.status]}</Badge>
            <span className={styles.checkName}>{mailCheckTitles[check.name]}</span>
          </span>
          <p className={styles.detail}>
            {check.detail}
            {check.name === 'links' && (
              <>
                {' '}
                <Link to="/admin/settings">Change the public address</Link>
              </>
            )}
          </p>
          {check.record && <DnsRecord record={check.record} />}
        </li>
      ))}
    </ul>
  );
}

/** A record to add with the company that runs the domain's DNS. */
function DnsRecord({ record: { type, name, value } }: { record: NonNullable<MailCheck['record']> }) {
  const toasts = useToasts();
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      toasts.success('Copied');
    } catch {
      toasts.error({ title: 'Not copied', description: 'Select the value and copy it.' });
    }
  }
  return (
    <div className={styles.record} dir="ltr">
      <span>
        {type} record at <code>{name}</code>
      </span>
      <code>{value}</code>
      <Button size="small" icon="copy" aria-label={`Copy the record of ${name}`} onClick={copy}>
        Copy
      </Button>
    </div>
  );
}

/** With the settings as typed, before they are stored. */
function TestEmail({
  send,
  changes,
  wrongAddress,
}: {
  send: ReturnType<typeof useChecked>['test'];
  changes: SettingChanges;
  wrongAddress: string[] | undefined;
}) {
  const [to, setTo] = useState('');
  return (
    <form
      noValidate
      className={styles.test}
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending) send.mutate({ changes, to });
      }}
    >
      <Field
        label="Send a test email to"
        name="to"
        type="email"
        autoComplete="email"
        hint="With the settings above, saved or not."
        errors={wrongAddress}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      {send.data && (
        <Alert tone="good" title="Sent">
          {send.data.message}
        </Alert>
      )}
      {send.error && !wrongAddress && <FailureAlert title="The test email was not sent" error={send.error} />}
      <Button type="submit" icon="mail" busy={send.isPending} busyLabel="Sending...">
        Send a test
      </Button>
    </form>
  );
}
