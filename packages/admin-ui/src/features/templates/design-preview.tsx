import { useQuery } from '@tanstack/react-query';
import type { Design, DesignPreview } from '@wordrise/core/contract';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { ViewSwitch } from '../../design/list-tools.tsx';
import { Loading, Skeleton } from '../../design/states.tsx';
import { QueryError } from '../../kit/failure.tsx';
import { useSettled } from '../../kit/forms.ts';
import { useApi } from '../../kit/queries.ts';
import * as styles from './design.css.ts';
import { designPreviewQuery } from './design.queries.ts';
import { LiveFrame } from './live-preview.tsx';

const shownPages = { email: 'Email', landing: 'Landing page', word: 'Word page' } as const;
const widths = { desktop: 'Desktop', phone: 'Phone' } as const;

/** What a design makes, once typing pauses. @param design Nothing while it is not valid: the last one stays. */
export function DesignPreviewPane({ design }: { design: Design | undefined }) {
  const [page, setPage] = useState<keyof typeof shownPages>('email');
  const [width, setWidth] = useState<keyof typeof widths>('desktop');
  const [isDark, setDark] = useState(false);
  const shown = useShown(design, page);
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.previewHead}>
        <ViewSwitch label="What to show" views={shownPages} value={page} onChange={setPage} />
        <div className={styles.switches}>
          <ViewSwitch label="How wide" views={widths} value={width} onChange={setWidth} />
          <Button size="small" aria-pressed={isDark} onClick={() => setDark(!isDark)}>
            Dark
          </Button>
        </div>
      </div>
      <div
        className={styles.stage}
        data-old={shown.isOld || undefined}
        data-phone={width === 'phone' || undefined}
      >
        {shown.preview ? (
          <LiveFrame
            key={page}
            title={`${shownPages[page]}: ${shown.preview.word}`}
            html={shown.preview.html}
            isDark={isDark}
          />
        ) : shown.query.error ? (
          <QueryError title="The preview could not be generated" query={shown.query} />
        ) : (
          <Loading label="Generating the preview">
            <Skeleton height="24rem" />
          </Loading>
        )}
      </div>
    </section>
  );
}

/** The last preview stays until the next one is there. */
function useShown(design: Design | undefined, page: keyof typeof shownPages) {
  const api = useApi();
  const settled = useSettled(design);
  const [last, setLast] = useState<{ page: string; preview: DesignPreview }>();
  const query = useQuery({
    ...designPreviewQuery(api, { design: settled ?? {}, page }),
    enabled: settled !== undefined,
  });
  if (query.data && (last?.preview !== query.data || last.page !== page)) {
    setLast({ page, preview: query.data });
  }
  const preview = query.data ?? (last?.page === page ? last.preview : undefined);
  return { preview, query, isOld: design === undefined || query.isError };
}
