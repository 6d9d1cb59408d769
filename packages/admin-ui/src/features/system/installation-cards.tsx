import { useQuery } from '@tanstack/react-query';
import {
  defaultPort,
  type MailCheck,
  mailCheckTitles,
  type SystemVariable,
  type SystemView,
  timings,
} from '@wordrise/core/contract';
import { Button } from '../../design/button.tsx';
import { sitePath } from '../../design/site-path.ts';
import { Badge, type BadgeProps, Loading, Skeleton } from '../../design/states.tsx';
import { formatShort, withZone, zoneInFull } from '../../kit/dates.ts';
import { QueryError } from '../../kit/failure.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { useTomorrow } from '../../kit/system.ts';
import { Facts, Points, Section } from './facts.tsx';
import * as styles from './tech-specs.css.ts';

export interface SystemCardProps {
  /** `undefined` while loading. */
  system: SystemView | undefined;
}

export function InstallationCard({ system }: SystemCardProps) {
  return (
    <Section title="Installation">
      <Facts
        facts={[
          { label: 'Product', value: system?.productName },
          { label: 'Public address', value: system && <code>{system.publicUrl}</code> },
          { label: 'Time zone', value: system && zoneInFull(system.timezone) },
          { label: 'Environment', value: system?.environment },
        ]}
      />
    </Section>
  );
}

export function DeploymentCard({ system }: SystemCardProps) {
  const https = system?.publicUrl.startsWith('https:');
  return (
    <Section title="Deployment">
      <Points
        points={[
          'One Node.js process serves the API, the pages and the widgets.',
          <>
            It listens on <code>PORT</code>, {defaultPort} by default, with a reverse proxy for TLS in front.
          </>,
          <>
            <a href={`${sitePath}/healthz`}>/healthz</a> shows that it is alive,{' '}
            <a href={`${sitePath}/readyz`}>/readyz</a> that the database responds,{' '}
            <a href={`${sitePath}/metrics`}>/metrics</a> is for Prometheus.
          </>,
          system &&
            (https
              ? 'Cookies are sent over https only.'
              : 'The public address is not https: cookies may be sent unencrypted.'),
        ]}
      />
    </Section>
  );
}

export function FeaturesCard({ system }: SystemCardProps) {
  const { productName = 'The product' } = system ?? {};
  return (
    <Section title="Key features">
      <Points
        points={[
          'One word each morning: definition, pronunciation, examples and a conversation tip.',
          `A signup form for any site, and a landing page for ${productName}.`,
          'A word library with search, CSV import and export, and bulk entry from a dictionary.',
          'Emails scheduled through the email provider, exactly one for each entry.',
          'An HTML template with variables, conditional sections and a preview.',
          'One admin account; every page and call of the admin area needs its session.',
        ]}
      />
    </Section>
  );
}

/** Missing this many passes in a row means that something is wrong. */
const latePasses = 3;

export function ProcessorCard({ system }: SystemCardProps) {
  const runs = system?.processor.enabled
    ? `In the server, every ${timings.processorEveryMinutes} minutes`
    : 'Outside: cron or systemd calls wordrise process';
  return (
    <Section title="Background processing">
      <Facts
        facts={[
          { label: 'Runs', value: system && runs },
          { label: 'Last run', value: system && <LastRun system={system} now={new Date()} /> },
          { label: 'Does', value: 'Sends signups and emails to the provider, and checks what was sent' },
        ]}
      />
    </Section>
  );
}

function LastRun({ system: { processor, timezone }, now }: { system: SystemView; now: Date }) {
  if (processor.lastRunAt === null) return <Badge tone="neutral">Not yet</Badge>;
  const minutes = (now.getTime() - new Date(processor.lastRunAt).getTime()) / 60_000;
  const isLate = minutes > latePasses * timings.processorEveryMinutes;
  return (
    <span className={styles.service}>
      {withZone(formatShort(processor.lastRunAt, timezone), timezone)}
      {isLate && <Badge tone="warn">Late</Badge>}
    </span>
  );
}

const badges: Record<MailCheck['status'], BadgeProps> = {
  ok: { tone: 'good', children: 'OK' },
  warning: { tone: 'warn', children: 'Needs attention' },
  failed: { tone: 'bad', children: 'Wrong' },
};

/** What `wordrise doctor` says about sending emails. It calls the mail server and DNS, so it runs only on request. */
export function MailCheckCard() {
  const check = useQuery({ ...endpointQuery(useApi(), 'checkMail'), enabled: false });
  return (
    <Section title="Can emails be sent?">
      <p className={styles.checkIntro}>
        Connects to the email provider and looks up the DNS records of your domain. Sends nothing.
      </p>
      <Button
        size="small"
        icon="refresh"
        busy={check.isFetching}
        busyLabel="Checking..."
        onClick={() => check.refetch()}
      >
        {check.data ? 'Check again' : 'Check now'}
      </Button>
      {check.isFetching && !check.data && <Loading label="Checking" rows={4} rowHeight="2.5rem" />}
      {check.error && <QueryError title="It could not be checked" query={check} />}
      {check.data && (
        <ul className={styles.checks} aria-label="Results" aria-busy={check.isFetching}>
          {check.data.checks.map(({ name, status, detail }) => (
            <li key={`${name} ${detail}`} className={styles.check}>
              <div className={styles.checkName}>
                <span>{mailCheckTitles[name]}</span>
                <Badge {...badges[status]} />
              </div>
              <p className={styles.checkDetail}>{detail}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export function VariablesCard({ system }: { system: SystemView | undefined }) {
  const production = system?.environment === 'production';
  const state = ({ configured, required }: SystemVariable) => {
    if (configured) return <Badge tone="good">Configured</Badge>;
    if (required) return <Badge tone={production ? 'warn' : 'neutral'}>Not set</Badge>;
    return <span className={styles.byDefault}>Default</span>;
  };
  const groups = [
    { title: 'Required', variables: system?.variables.filter(({ required }) => required) },
    { title: 'Optional', variables: system?.variables.filter(({ required }) => !required) },
  ];
  return (
    <Section
      title="Environment variables"
      note="Whether each is set; values are never shown. A service’s own variables are required once it is used."
    >
      <div className={styles.variableGroups}>
        {groups.map(({ title, variables }) => (
          <div key={title}>
            <h3 className={styles.subtitle}>{title}</h3>
            {variables ? (
              <ul className={styles.rows} aria-label={`${title} variables`}>
                {variables.map((variable) => (
                  <li key={variable.name} className={styles.variable}>
                    <div>
                      <code className={styles.name}>{variable.name}</code>
                      <p className={styles.what}>{variable.purpose}</p>
                    </div>
                    {state(variable)}
                  </li>
                ))}
              </ul>
            ) : (
              <div className={styles.loadingRows}>
                <Skeleton height="2.5rem" />
                <Skeleton height="2.5rem" />
                <Skeleton height="2.5rem" />
              </div>
            )}
          </div>
        ))}
      </div>
    </Section>
  );
}

const dictionaries = {
  'merriam-webster': { tone: 'good', name: 'Merriam-Webster', note: 'Collegiate, over its API' },
  wordnet: { tone: 'good', name: 'WordNet', note: 'offline, from this machine' },
} as const;
const botChecks = {
  altcha: { tone: 'good', name: 'ALTCHA', note: 'solved by the browser, on this server' },
  turnstile: { tone: 'good', name: 'Turnstile', note: 'of Cloudflare, loaded when a form is used' },
  hcaptcha: { tone: 'good', name: 'hCaptcha', note: 'loaded when a form is used' },
  recaptcha: { tone: 'good', name: 'reCAPTCHA', note: 'version 3, loaded when a form is used' },
  off: { tone: 'neutral', name: 'Off', note: 'honeypot and limits only' },
} as const;

export function ServicesCard({ system }: SystemCardProps) {
  const problem = useTomorrow()?.providerProblem;
  return (
    <Section title="External services">
      <Facts
        facts={[
          {
            label: 'Email',
            value: system && <Service {...serviceOf(system.email)} isBroken={Boolean(problem)} />,
          },
          { label: 'Dictionary', value: system && <Service {...dictionaries[system.dictionary]} /> },
          { label: 'Bot check', value: system && <Service {...botChecks[system.botCheck]} /> },
        ]}
      />
    </Section>
  );
}

function serviceOf({ label: name, isSandbox, ownsList }: SystemView['email']) {
  if (isSandbox) return { tone: 'warn', name, note: 'no email leaves this machine' } as const;
  return { tone: 'good', name, note: `emails go out to readers${ownsList ? ' from here' : ''}` } as const;
}

const broken = 'does not work now';

interface ServiceProps extends Required<Pick<BadgeProps, 'tone'>> {
  name: string;
  note: string;
  /** Known late, if at all: the space for it is reserved. The banner has the reason. */
  isBroken?: boolean;
}

function Service({ tone, name, note, isBroken }: ServiceProps) {
  const [shown, other] = isBroken ? [broken, note] : [note, broken];
  return (
    <span className={styles.service}>
      <Badge tone={isBroken ? 'bad' : tone}>{name}</Badge>{' '}
      <span className={styles.serviceNote} data-reserve={isBroken === undefined ? undefined : other}>
        <span>{shown}</span>
      </span>
    </span>
  );
}
