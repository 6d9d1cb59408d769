import type Router from '@koa/router';
import { DomainError, type Wordrise } from '@wordrise/core';
import { limits } from '@wordrise/core/contract';
import { serve } from '../http/endpoint.ts';
import type { ServerState } from '../http/server-state.ts';
import type { Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { presentSystem } from './present-system.ts';

export function systemRoutes(router: Router<ServerState>, wordrise: Wordrise, metrics: Metrics): void {
  const openApi = openApiDocument(wordrise.config);

  serve(router, 'overview', async () => wordrise.overview());
  serve(router, 'system', async () => presentSystem(wordrise));
  serve(router, 'listOutbox', async () => wordrise.mail.outbox.list({ limit: limits.listRows }));
  serve(router, 'readOutbox', async ({ params }) => {
    const email = await wordrise.mail.outbox.read(params.id);
    if (!email) throw new DomainError('outbox.not_found', 'There is no such email in the outbox.');
    return email;
  });

  serve(router, 'openapi', async ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    return openApi;
  });
  serve(router, 'health', async () => ({ status: 'ok' as const }));
  serve(router, 'ready', async () => {
    if (await wordrise.database.isReachable()) return { status: 'ok' as const };
    throw new DomainError('database.unreachable', 'The database is not responding.');
  });
  serve(router, 'metrics', async ({ ctx }) => {
    ctx.status = 200;
    ctx.type = metrics.contentType;
    ctx.body = await metrics.text();
    return undefined;
  });
}
