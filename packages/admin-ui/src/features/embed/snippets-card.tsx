import { useQuery } from '@tanstack/react-query';
import type { SystemView } from '@wordrise/core/contract';
import { Alert } from '../../design/alert.tsx';
import { Card } from '../../design/card.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { CodeSnippet } from './code-snippet.tsx';
import * as styles from './embed.css.ts';
import type { EmbedOptions } from './embed-options.ts';
import { cssSnippet, htmlSnippet, linkSnippet, reactSnippet, todaySnippet } from './snippets.ts';

/** The code to copy, for every variant of the widget. */
export function SnippetsCard({ system, options }: { system: SystemView; options: EmbedOptions }) {
  const config = useQuery(endpointQuery(useApi(), 'config'));
  const { productName, publicUrl } = system;
  const address = publicUrl.replace(/(^|[^/])\/+$/, '$1');
  const css = cssSnippet(options);

  return (
    <Card title="Code">
      <div className={styles.snippets}>
        <AddressWarning productName={productName} publicUrl={publicUrl} />
        <CodeSnippet
          title="Any page"
          note="Paste it where the form should appear. It brings its own styles and ignores the page’s."
          code={htmlSnippet(address, options)}
          what="HTML"
        />
        {css !== undefined && (
          <CodeSnippet
            title="Colors and corners"
            note="For that page’s style sheet, with either form."
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
          note="Links to this installation’s own page. For newsletters, profiles and sites that block scripts."
          code={linkSnippet(
            `${address}${config.data?.signupPath ?? '/'}`,
            `Get one word each morning from ${productName}`,
          )}
          what="link"
        />
        <CodeSnippet
          title="Word of the day"
          note="Shows the last word that was sent, on any site."
          code={todaySnippet(address)}
          what="HTML for the word of the day"
        />
        <p className={styles.note}>
          A page with a content security policy must allow <code>{new URL(publicUrl).origin}</code> in{' '}
          <code>script-src</code> and <code>connect-src</code>.
        </p>
      </div>
    </Card>
  );
}

/** Warns if the code would not work on other sites: visitors cannot reach the address, or browsers refuse it. */
function AddressWarning({ productName, publicUrl }: Pick<SystemView, 'productName' | 'publicUrl'>) {
  const { hostname, protocol } = new URL(publicUrl);
  if (/^(localhost|127\.|\[::1\])/.test(hostname)) {
    return (
      <Alert tone="warn" title="This address works on this machine only">
        <code>PUBLIC_URL</code> is <code>{publicUrl}</code>. Set it to the address that visitors use before
        you paste the code anywhere.
      </Alert>
    );
  }
  if (protocol !== 'http:') return null;
  return (
    <Alert tone="warn" title="Pages served over https will not load it">
      <code>PUBLIC_URL</code> is <code>{publicUrl}</code>. Serve {productName} over https and set it to that
      address.
    </Alert>
  );
}
