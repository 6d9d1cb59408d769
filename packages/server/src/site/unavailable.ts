import type { Headers } from '../http/security-headers.ts';
import { type PreparedFile, prepareFile } from './static-file.ts';

/** The answer for a page whose text is in a database that does not respond. */
export function unavailablePage(headers: Headers): PreparedFile {
  return prepareFile({
    status: 503,
    type: 'text/plain; charset=utf-8',
    headers: { ...headers, 'Cache-Control': 'no-store', 'Retry-After': '10' },
    body: Buffer.from('This page is not available at the moment. Please try again in a few seconds.'),
  });
}
