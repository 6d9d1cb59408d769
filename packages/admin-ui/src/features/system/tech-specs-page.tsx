import { useQuery } from '@tanstack/react-query';
import { version as reactVersion } from 'react';
import { Link, useLocation } from 'react-router';
import { Button } from '../../design/button.tsx';
import { QueryError } from '../../kit/failure.tsx';
import { Page, toDashboard } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { EndpointsCard, SchemaCard } from './contract-cards.tsx';
import { Facts, Section } from './facts.tsx';
import {
  DeploymentCard,
  FeaturesCard,
  InstallationCard,
  MailCheckCard,
  ProcessorCard,
  ServicesCard,
  type SystemCardProps,
  VariablesCard,
} from './installation-cards.tsx';
import * as styles from './tech-specs.css.ts';

const tabs = {
  checks: 'Checks',
  system: 'System',
  variables: 'Variables',
  schema: 'Schema',
  endpoints: 'Endpoints',
};
type Tab = keyof typeof tabs;

/** The running system as it reports itself, and the API as the contract describes it. */
export function TechSpecsPage() {
  const api = useApi();
  // The layout fetched it once; this page shows the current state.
  const query = useQuery({ ...endpointQuery(api, 'system'), refetchOnMount: 'always' });
  const { data: system } = query;
  const { hash } = useLocation();
  const current = (Object.keys(tabs) as Tab[]).find((tab) => hash === `#${tab}`) ?? 'checks';
  const panel = (tab: Tab) => ({ id: tab, hidden: tab !== current });

  return (
    <Page
      back={toDashboard}
      title="Technical Specifications"
      note="Reported by the running system."
      actions={
        <Button icon="refresh" busy={query.isFetching} onClick={() => query.refetch()}>
          Refresh
        </Button>
      }
    >
      <nav className={styles.links} aria-label="On this page">
        {(Object.keys(tabs) as Tab[]).map((tab) => (
          <Link
            key={tab}
            className={styles.link}
            to={{ hash: tab }}
            preventScrollReset
            aria-current={tab === current || undefined}
          >
            {tabs[tab]}
          </Link>
        ))}
      </nav>
      {query.error && !system && (
        <QueryError title="The system could not be loaded" query={query}>
          Its schema and endpoints do not depend on it.
        </QueryError>
      )}
      {(system || !query.error) && (
        <>
          <div {...panel('checks')}>
            {system && !system.email.isSandbox && <MailCheckCard />}
            <div className={styles.cards}>
              <ServicesCard system={system} />
              <ProcessorCard system={system} />
              <DatabaseCard system={system} />
              <InstallationCard system={system} />
            </div>
          </div>
          <div {...panel('system')}>
            <div className={styles.cards}>
              <BackendCard system={system} />
              <FrontendCard />
              <FeaturesCard system={system} />
              <DeploymentCard system={system} />
            </div>
          </div>
          <div {...panel('variables')}>{system && <VariablesCard system={system} />}</div>
        </>
      )}
      <div {...panel('schema')}>
        <SchemaCard />
      </div>
      <div {...panel('endpoints')}>
        <EndpointsCard />
      </div>
    </Page>
  );
}

const databaseNames = { sqlite: 'SQLite', postgresql: 'PostgreSQL' };

const libraryRoles: Record<string, string> = {
  'Node.js': 'Runtime',
  koa: 'HTTP server',
  zod: 'Validation',
  '@mikro-orm/core': 'Database access',
  handlebars: 'Email templates',
  'node-schedule': 'Timer',
};

export function FrontendCard() {
  return (
    <Section title="Frontend">
      <Facts
        facts={[
          { label: 'Library', value: `React ${reactVersion}` },
          { label: 'Pages', value: 'One app for login and admin area, with a chunk per page' },
          { label: 'Landing page', value: 'Rendered on the server, with two small islands' },
          { label: 'Data', value: 'TanStack Query' },
          { label: 'Components', value: 'Our own, on plain HTML' },
          { label: 'Styles', value: 'vanilla-extract, light and dark' },
        ]}
      />
    </Section>
  );
}

export function BackendCard({ system }: SystemCardProps) {
  const versions = system?.versions.map(({ name, version }) => ({
    label: libraryRoles[name] ?? 'Library',
    value: (
      <>
        {name} <span className={styles.version}>{version}</span>
      </>
    ),
  }));
  return (
    <Section title="Backend">
      <Facts facts={versions ?? Object.values(libraryRoles).map((label) => ({ label, value: undefined }))} />
    </Section>
  );
}

export function DatabaseCard({ system }: SystemCardProps) {
  return (
    <Section title="Database">
      <Facts
        facts={[
          { label: 'Kind', value: system && databaseNames[system.database.kind] },
          {
            label: 'Version',
            value: system && <span className={styles.version}>{system.database.version}</span>,
          },
          { label: 'Access', value: 'MikroORM, the same way on SQLite and PostgreSQL' },
          { label: 'Changes', value: 'Migrations, applied when the server starts' },
        ]}
      />
    </Section>
  );
}
