import { useQuery } from '@tanstack/react-query';
import { version as reactVersion } from 'react';
import { Button } from '../../design/button.tsx';
import { QueryError } from '../../kit/failure.tsx';
import { Page } from '../../kit/page.tsx';
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

const links = [
  { id: 'installation', label: 'Installation' },
  { id: 'services', label: 'Services' },
  { id: 'variables', label: 'Variables' },
  { id: 'schema', label: 'Schema' },
  { id: 'endpoints', label: 'Endpoints' },
];

/** The running system as it reports itself, and the API as the contract describes it. */
export function TechSpecsPage() {
  const api = useApi();
  // The layout fetched it once; this page shows the current state.
  const query = useQuery({ ...endpointQuery(api, 'system'), refetchOnMount: 'always' });
  const { data: system } = query;

  return (
    <Page
      title="Technical Specifications"
      note="Reported by the running system."
      actions={
        <Button icon="refresh" busy={query.isFetching} onClick={() => query.refetch()}>
          Refresh
        </Button>
      }
    >
      <nav className={styles.links} aria-label="On this page">
        {links.map(({ id, label }) => (
          <a key={id} className={styles.link} href={`#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      {query.error && !system ? (
        <QueryError title="The system could not be loaded" query={query}>
          The schema and the endpoints below do not depend on it.
        </QueryError>
      ) : (
        <div className={styles.cards}>
          <InstallationCard system={system} />
          <ServicesCard system={system} />
          <DatabaseCard system={system} />
          <ProcessorCard system={system} />
          <BackendCard system={system} />
          <FrontendCard />
          <FeaturesCard system={system} />
          <DeploymentCard system={system} />
        </div>
      )}
      <div className={styles.wide}>
        {system && !system.email.isSandbox && <MailCheckCard />}
        {system && <VariablesCard system={system} />}
        <SchemaCard />
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
    <Section id="frontend" title="Frontend">
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
    <Section id="backend" title="Backend">
      <Facts facts={versions ?? Object.values(libraryRoles).map((label) => ({ label, value: undefined }))} />
    </Section>
  );
}

export function DatabaseCard({ system }: SystemCardProps) {
  return (
    <Section id="database" title="Database">
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
