import { useQuery } from '@tanstack/react-query';
import type { SystemView } from '@wordrise/core/contract';
import { useState } from 'react';
import { Alert } from '../../design/alert.tsx';
import { Card } from '../../design/card.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { Loading, Skeleton } from '../../design/skeleton.tsx';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { AllowedOrigins } from './allowed-origins.tsx';
import { CodeSnippet } from './code-snippet.tsx';
import * as styles from './embed.css.ts';
import { asItComes, type EmbedOptions } from './embed-options.ts';
import { LivePreview } from './live-preview.tsx';
import { OptionsForm } from './options-form.tsx';
import { cssSnippet, htmlSnippet, linkSnippet, reactSnippet } from './snippets.ts';

export function EmbedPage() {
  const query = useQuery(endpointQuery(useApi(), 'system'));
  const { data: system } = query;
  const [options, setOptions] = useState(asItComes);

  return (
    <Page title="Embed the form" note="Let people sign up on any site of yours. Copy, paste, done.">
      <div className={styles.columns}>
        <div className={styles.column}>
          {system && (
            <>
              <Snippets system={system} options={options} />
              <AllowedOrigins origins={system.widgetOrigins} publicUrl={system.publicUrl} />
            </>
          )}
          {query.isPending && <LoadingSnippets />}
          {query.error && !system && (
            <Card>
              <ErrorState
                title="This installation’s address could not be fetched"
                onRetry={() => query.refetch()}
                retrying={query.isFetching}
              >
                Without it there is no code to copy. Forms that are embedded already go on working.
              </ErrorState>
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

function Snippets({ system, options }: { system: SystemView; options: EmbedOptions }) {
  const config = useQuery(endpointQuery(useApi(), 'config'));
  const { productName, publicUrl } = system;
  const address = publicUrl.replace(/\/+$/, '');
  const css = cssSnippet(options);
  const { hostname, protocol } = new URL(publicUrl);
  const isLocal = /^(localhost|127\.|\[::1\])/.test(hostname);

  return (
    <Card title="Code">
      <div className={styles.snippets}>
        {isLocal && (
          <Alert tone="warn" title="This address works on this machine only">
            <code>PUBLIC_URL</code> is <code>{publicUrl}</code>. Set it to the address that visitors use
            before you paste the code anywhere.
          </Alert>
        )}
        {!isLocal && protocol === 'http:' && (
          <Alert tone="warn" title="Pages served over https will not load it">
            <code>PUBLIC_URL</code> is <code>{publicUrl}</code>. Serve {productName} over https and set it to
            that address.
          </Alert>
        )}
        <CodeSnippet
          title="Any page"
          note="Paste it where the form should stand. It brings its own styles and takes none of the page’s."
          code={htmlSnippet(address, options)}
          what="HTML"
        />
        {css !== undefined && (
          <CodeSnippet
            title="Colors and corners"
            note="For the style sheet of that page, with either of the two forms."
            code={css}
            what="CSS"
          />
        )}
        <CodeSnippet
          title="React"
          note={
            <>
              After <code>npm install @wordrise/widgets</code>.
            </>
          }
          code={reactSnippet(address, options)}
          what="React code"
        />
        <CodeSnippet
          title="Link only"
          note="Leads to this installation’s own page. For newsletters, profiles and wherever no script may run."
          code={linkSnippet(
            `${address}${config.data?.signupPath ?? '/'}`,
            `Get one word each morning from ${productName}`,
          )}
          what="link"
        />
        <p className={styles.note}>
          A page with a content security policy must allow <code>{new URL(publicUrl).origin}</code> in{' '}
          <code>script-src</code> and <code>connect-src</code>.
        </p>
      </div>
    </Card>
  );
}

function LoadingSnippets() {
  return (
    <Card title="Code">
      <Loading label="Loading the code">
        <div className={styles.snippets}>
          <Skeleton height="7rem" />
          <Skeleton height="9rem" />
          <Skeleton height="5rem" />
        </div>
      </Loading>
    </Card>
  );
}
