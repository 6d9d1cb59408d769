import { useQuery } from '@tanstack/react-query';
import { Loading, Skeleton } from '../../design/states.tsx';
import { QueryError } from '../../kit/failure.tsx';
import { Page, useProductName } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { TemplateEditor } from './template-editor.tsx';
import { TemplateTabs } from './template-tabs.tsx';
import * as styles from './templates.css.ts';
import { readTemplate, templateQuery } from './templates.queries.ts';

export function TemplatesPage() {
  const api = useApi();
  const template = useQuery(templateQuery(api));
  // The default subject contains the product's name.
  const config = useQuery(endpointQuery(api, 'config'));
  const productName = useProductName();
  return (
    <Page title="Email Template Editor" note="Customize the HTML template for your daily vocabulary emails">
      <TemplateTabs />
      {(template.isPending || config.isPending) && !template.error && <LoadingEditor />}
      {template.error && template.data === undefined && (
        <QueryError title="The template could not be fetched" query={template}>
          Emails go out with the saved template.
        </QueryError>
      )}
      {template.data !== undefined && !config.isPending && (
        <TemplateEditor stored={readTemplate(template.data, productName)} />
      )}
    </Page>
  );
}

function LoadingEditor() {
  return (
    <Loading label="Loading the template">
      <div className={styles.editor}>
        <div className={styles.subject}>
          <Skeleton height="4rem" />
        </div>
        <div className={styles.contentArea}>
          <Skeleton height="30rem" />
        </div>
        <div className={styles.help}>
          <Skeleton height="14rem" />
        </div>
      </div>
    </Loading>
  );
}
