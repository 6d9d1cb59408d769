import { useQuery } from '@tanstack/react-query';
import { Button } from '../../design/button.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { EndpointsCard, SchemaCard } from './contract-cards.tsx';
import {
  BackendCard,
  DatabaseCard,
  DeploymentCard,
  FeaturesCard,
  FrontendCard,
  InstallationCard,
  ProcessorCard,
  ServicesCard,
} from './system-cards.tsx';
import * as styles from './tech-specs.css.ts';
import { VariablesCard } from './variables-card.tsx';

const places = [
  { id: 'installation', label: 'Installation' },
  { id: 'services', label: 'Services' },
  { id: 'variables', label: 'Variables' },
  { id: 'schema', label: 'Schema' },
  { id: 'endpoints', label: 'Endpoints' },
];

/** The running system as it says of itself, and what the contract says of the API. */
export function TechSpecsPage() {
  const api = useApi();
  // The frame asked once; here it is about now.
  const query = useQuery({ ...endpointQuery(api, 'system'), refetchOnMount: 'always' });
  const { data: system } = query;

  return (
    <Page
      title="Technical Specifications"
      note="Read from the running system."
      actions={
        <Button icon="refresh" busy={query.isFetching} onClick={() => query.refetch()}>
          Refresh
        </Button>
      }
    >
      <nav className={styles.places} aria-label="On this page">
        {places.map(({ id, label }) => (
          <a key={id} className={styles.place} href={`#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      {query.isPending && (
        <p className={visuallyHidden} role="status">
          Loading the system
        </p>
      )}
      {query.error && !system ? (
        <ErrorState
          title="The system could not be read"
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        >
          What does not change while it runs is shown below.
        </ErrorState>
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
        {(system || query.isPending) && <VariablesCard system={system} />}
        <SchemaCard />
        <EndpointsCard />
      </div>
    </Page>
  );
}
