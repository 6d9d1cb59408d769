import type { SystemView } from '@wordrise/core/contract';
import { defaultPort, timings } from '@wordrise/core/contract';
import { type ReactNode, version as reactVersion } from 'react';
import { Badge } from '../../design/badge.tsx';
import { formatShort, withZone, zoneName } from '../../kit/dates.ts';
import { Facts, Points } from './facts.tsx';
import { Section } from './section.tsx';
import * as styles from './tech-specs.css.ts';

const databaseNames = { sqlite: 'SQLite', postgresql: 'PostgreSQL' };

/** @param props.system `undefined` while it is being fetched. */
export function InstallationCard({ system }: { system: SystemView | undefined }) {
  return (
    <Section id="installation" title="Installation">
      <Facts
        facts={[
          { label: 'Product', value: system?.productName },
          { label: 'Public address', value: system && <code>{system.publicUrl}</code> },
          { label: 'Time zone', value: system && `${zoneName(system.timezone)} (${system.timezone})` },
          { label: 'Environment', value: system?.environment },
        ]}
      />
    </Section>
  );
}

export function FrontendCard() {
  return (
    <Section id="frontend" title="Frontend">
      <Facts
        facts={[
          { label: 'Library', value: `React ${reactVersion}` },
          { label: 'Pages', value: 'One app for login and admin area, a chunk for each page' },
          { label: 'Landing page', value: 'HTML made on the server, with two small islands' },
          { label: 'Data', value: 'TanStack Query' },
          { label: 'Components', value: 'Our own, on Radix primitives' },
          { label: 'Styles', value: 'vanilla-extract, light and dark' },
        ]}
      />
    </Section>
  );
}

const libraryRoles: Record<string, string> = {
  'Node.js': 'Runtime',
  koa: 'HTTP server',
  zod: 'Validation',
  '@mikro-orm/core': 'Database access',
  handlebars: 'Email templates',
  'node-schedule': 'Timer',
};

export function BackendCard({ system }: { system: SystemView | undefined }) {
  const versions = system?.versions.map(({ name, version }) => ({
    label: libraryRoles[name] ?? 'Library',
    value: (
      <>
        {name} <span className={styles.version}>{version}</span>
      </>
    ),
  }));
  return (
    <Section id="backend" title="Backend">
      <Facts facts={versions ?? Object.values(libraryRoles).map((label) => ({ label, value: undefined }))} />
    </Section>
  );
}

export function DatabaseCard({ system }: { system: SystemView | undefined }) {
  return (
    <Section id="database" title="Database">
      <Facts
        facts={[
          { label: 'Kind', value: system && databaseNames[system.database.kind] },
          {
            label: 'Version',
            value: system && <span className={styles.version}>{system.database.version}</span>,
          },
          { label: 'Access', value: 'MikroORM; SQLite and PostgreSQL behave alike' },
          { label: 'Changes', value: 'Migrations, run when the server starts' },
        ]}
      />
    </Section>
  );
}

const providers = {
  icontact: { state: <Badge tone="good">iContact</Badge>, note: 'emails go out to readers' },
  sandbox: { state: <Badge tone="warn">Sandbox</Badge>, note: 'no email leaves this machine' },
};
const dictionaries = {
  'merriam-webster': { state: <Badge tone="good">Merriam-Webster</Badge>, note: 'Collegiate, over its API' },
  wordnet: { state: <Badge tone="good">WordNet</Badge>, note: 'offline, from this machine' },
};
const botChecks = {
  recaptcha: { state: <Badge tone="good">reCAPTCHA</Badge>, note: 'version 3, loaded when a form is used' },
  off: { state: <Badge tone="neutral">Off</Badge>, note: 'honeypot and limits only' },
};

function Service({ state, note }: { state: ReactNode; note: string }) {
  return (
    <span className={styles.service}>
      {state} <span className={styles.serviceNote}>{note}</span>
    </span>
  );
}

export function ServicesCard({ system }: { system: SystemView | undefined }) {
  return (
    <Section id="services" title="External services">
      <Facts
        facts={[
          { label: 'Email', value: system && <Service {...providers[system.emailProvider]} /> },
          { label: 'Dictionary', value: system && <Service {...dictionaries[system.dictionary]} /> },
          { label: 'Bot check', value: system && <Service {...botChecks[system.botCheck]} /> },
        ]}
      />
    </Section>
  );
}

/** After so many passes that should have been, something is wrong. */
const latePasses = 3;

export function ProcessorCard({ system }: { system: SystemView | undefined }) {
  return (
    <Section id="processor" title="Background processing">
      <Facts
        facts={[
          {
            label: 'Runs',
            value:
              system &&
              (system.processor.enabled
                ? `In the server, every ${timings.processorEveryMinutes} minutes`
                : 'Outside: cron or systemd calls wordrise process'),
          },
          { label: 'Last run', value: system && <LastRun system={system} now={new Date()} /> },
          { label: 'Does', value: 'Hands over signups and emails, and asks what was sent' },
        ]}
      />
    </Section>
  );
}

function LastRun({ system: { processor, timezone }, now }: { system: SystemView; now: Date }) {
  if (processor.lastRunAt === null) return <Badge tone="neutral">Not yet</Badge>;
  const minutes = (now.getTime() - new Date(processor.lastRunAt).getTime()) / 60_000;
  const late = minutes > latePasses * timings.processorEveryMinutes;
  return (
    <span className={styles.service}>
      {withZone(formatShort(processor.lastRunAt, timezone), timezone)}
      {late && <Badge tone="warn">Late</Badge>}
    </span>
  );
}

export function DeploymentCard({ system }: { system: SystemView | undefined }) {
  const https = system?.publicUrl.startsWith('https:');
  return (
    <Section id="deployment" title="Deployment">
      <Points
        points={[
          'One Node.js process serves the API, the pages and the widgets.',
          <>
            It listens on <code>PORT</code>, {defaultPort} unless set, with a reverse proxy for TLS in front.
          </>,
          <>
            <a href="/healthz">/healthz</a> says that it is alive, <a href="/readyz">/readyz</a> that the
            database answers, <a href="/metrics">/metrics</a> is for Prometheus.
          </>,
          ...(system === undefined
            ? []
            : [
                https
                  ? 'Cookies are sent over https alone.'
                  : 'The public address is not https: cookies may be sent in the clear.',
              ]),
        ]}
      />
    </Section>
  );
}

export function FeaturesCard({ system }: { system: SystemView | undefined }) {
  const { productName = 'The product' } = system ?? {};
  return (
    <Section id="features" title="Key features">
      <Points
        points={[
          'One word each morning: definition, pronunciation, examples and a conversation tip.',
          `A signup form for any site, and a landing page for ${productName}.`,
          'A word library with search, CSV both ways, and a dictionary that fills it in bulk.',
          'Emails scheduled through the email provider, exactly one for each entry.',
          'An HTML template with variables, conditional sections and a preview.',
          'One admin account; every page and call of the admin area needs its session.',
        ]}
      />
    </Section>
  );
}
