import { useQuery } from '@tanstack/react-query';
import { Button } from '../../design/button.tsx';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { EndpointsCard, SchemaCard } from './contract-cards.tsx';
import { DeploymentCard, FeaturesCard, InstallationCard } from './installation-cards.tsx';
import { MailCheckCard } from './mail-check-card.tsx';
import { ProcessorCard } from './processor-card.tsx';
import { ServicesCard } from './services-card.tsx';
import { BackendCard, DatabaseCard, FrontendCard } from './software-cards.tsx';
import * as styles from './tech-specs.css.ts';
import { VariablesCard } from './variables-card.tsx';

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
        {system && !system.emailProvider.endsWith('sandbox') && <MailCheckCard />}
        {system && <VariablesCard system={system} />}
        <SchemaCard />
        <EndpointsCard />
      </div>
    </Page>
  );
}
