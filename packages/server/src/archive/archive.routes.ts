import type { Wordrise } from '@wordrise/core';
import { type Api, serve } from '../http/endpoint.ts';

/** The call of the word-of-the-day widget, from any site. */
export function archiveRoutes(api: Api, { archive }: Wordrise): void {
  serve(api, 'today', async ({ ctx }) => {
    ctx.set({
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=300, stale-while-revalidate=3600',
    });
    return archive.today();
  });
}
