import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../design/card.tsx';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { AllowedOrigins } from './allowed-origins.tsx';
import * as styles from './embed.css.ts';
import { defaultOptions } from './embed-options.ts';
import { LivePreview } from './live-preview.tsx';
import { OptionsForm } from './options-form.tsx';
import { SnippetsCard } from './snippets-card.tsx';

export function EmbedPage() {
  const query = useQuery(endpointQuery(useApi(), 'system'));
  const { data: system } = query;
  const [options, setOptions] = useState(defaultOptions);

  return (
    <Page title="Embed the form" note="Let people sign up on any of your sites: copy and paste the code.">
      <div className={styles.columns}>
        <div className={styles.column}>
          {system && (
            <>
              <SnippetsCard system={system} options={options} />
              <AllowedOrigins origins={system.widgetOrigins} publicUrl={system.publicUrl} />
            </>
          )}
          {query.error && !system && (
            <Card>
              <QueryError title="This installation’s address could not be fetched" query={query}>
                The code to copy depends on it. Forms that are already embedded still work.
              </QueryError>
            </Card>
          )}
        </div>
        <div className={styles.column}>
          <Card title="Look">
            <OptionsForm options={options} onChange={setOptions} />
          </Card>
          <Card title="Preview" note="The real form. Signing up here adds a real reader.">
            <LivePreview options={options} />
          </Card>
        </div>
      </div>
    </Page>
  );
}
