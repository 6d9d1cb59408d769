import type { Wordrise } from '@wordrise/core';
import type { PrivacyPage } from '@wordrise/core/contract';
import type { Headers } from '../http/security-headers.ts';
import type { Site } from './site.ts';
import { htmlPage, type PreparedFile, prepareFile } from './static-file.ts';
import { unavailablePage } from './unavailable.ts';

type PrivacyDeps = Pick<Wordrise, 'config' | 'privacy'>;

/** `/privacy`: the owner's own page, or ours, which is rendered again only when its text has changed. */
export function privacyFile(
  { config, privacy }: PrivacyDeps,
  { renderPrivacy }: Pick<Site, 'renderPrivacy'>,
  headers: Headers,
): PreparedFile {
  if (config.privacyUrl) return redirectTo(config.privacyUrl, headers);
  const unavailable = unavailablePage(headers);
  let current: { page: PrivacyPage; file: PreparedFile } | undefined;
  return async (accepted) => {
    // While the database restarts, slightly old text is better than none.
    const page = await privacy.page().catch(() => current?.page);
    if (!page) return unavailable(accepted);
    if (current?.page !== page) current = { page, file: htmlPage(renderPrivacy(page), headers) };
    return current.file(accepted);
  };
}

function redirectTo(url: string, headers: Headers): PreparedFile {
  return prepareFile({
    status: 302,
    type: 'text/plain; charset=utf-8',
    headers: { ...headers, 'Cache-Control': 'no-cache', Location: new URL(url).href },
    body: Buffer.from(`The privacy page is at ${new URL(url).href}`),
  });
}
