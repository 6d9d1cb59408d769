/** @jsxImportSource preact */
import { archivePath } from '@wordrise/core/constants';
import type { LandingConfig } from '../landing/render-landing.tsx';
import * as styles from './archive.css.ts';
import { type ArchiveParts, renderArchiveDocument } from './archive-document.tsx';

/** One page for both words that do not exist and words not sent yet. */
export function renderNotFoundDocument(config: LandingConfig, parts: ArchiveParts): string {
  return renderArchiveDocument({
    ...{ config, parts },
    title: 'Not found',
    description: 'There is no page at this address.',
    path: archivePath,
    head: <meta name="robots" content="noindex" />,
    children: (
      <div>
        <h1 className={styles.title}>404 Page Not Found</h1>
        <p className={styles.definition}>
          There is no word at this address. <a href={archivePath}>See every word that went out.</a>
        </p>
      </div>
    ),
  });
}
