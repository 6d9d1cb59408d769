import { EmptyState } from '../../design/empty-state.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { QueryError } from '../../kit/query-error.tsx';
import * as styles from './privacy.css.ts';
import { usePreview } from './privacy.queries.ts';

export function PrivacyPreview({ content }: { content: string }) {
  const preview = usePreview(content);
  if (content.trim() === '') return <EmptyState title="There is no text yet" />;
  if (preview.error) return <QueryError title="The preview could not be generated" query={preview} />;
  if (!preview.data) return <Loading label="Generating the preview" rows={6} />;
  const { title, html } = preview.data;
  return (
    <article className={styles.page} aria-label="Preview of the page">
      <h3 className={styles.title}>{title}</h3>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by core, which lets no HTML through */}
      <div className={styles.body} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
