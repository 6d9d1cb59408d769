import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../design/alert.tsx';
import { ButtonLink } from '../../design/button.tsx';
import { Loading, Skeleton } from '../../design/skeleton.tsx';
import { Page } from '../../kit/page.tsx';
import { useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { privacyQuery } from './privacy.queries.ts';
import { PrivacyEditor } from './privacy-editor.tsx';

export function PrivacyPage() {
  const privacy = useQuery(privacyQuery(useApi()));
  return (
    <Page
      title="Privacy page"
      note="What visitors read at /privacy: what data is kept, for how long, and how to unsubscribe"
      actions={
        <ButtonLink to="/privacy" icon="external" reloadDocument target="_blank">
          Open the page
        </ButtonLink>
      }
    >
      {privacy.isPending && (
        <Loading label="Loading the text">
          <Skeleton height="30rem" />
        </Loading>
      )}
      {privacy.error && (
        <QueryError title="The text could not be fetched" query={privacy}>
          Visitors still see the page.
        </QueryError>
      )}
      {privacy.data?.url && (
        <Alert tone="info" title="Visitors are sent to your own page">
          PRIVACY_URL is set to <a href={privacy.data.url}>{privacy.data.url}</a>, so the text below is not
          shown.
        </Alert>
      )}
      {privacy.data && <PrivacyEditor saved={privacy.data} />}
    </Page>
  );
}
