import { DomainError, type Wordrise } from '@wordrise/core';
import { limits } from '@wordrise/core/contract';
import { type Api, serve } from '../http/endpoint.ts';
import { sendsToken } from '../http/given-token.ts';
import { isLocalCall } from '../http/local-call.ts';
import type { Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { presentSystem } from './present-system.ts';

export function systemRoutes(api: Api, wordrise: Wordrise, metrics: Metrics): void {
  const openApi = openApiDocument(wordrise.config);

  serve(api, 'overview', async () => wordrise.overview());
  serve(api, 'firstSteps', async () => wordrise.firstSteps());
  serve(api, 'tomorrow', async () => wordrise.tomorrow());
  serve(api, 'system', async () => presentSystem(wordrise));
  serve(api, 'checkMail', async () => ({ checks: (await wordrise.mail.examine()).checks }));
  serve(api, 'listAudit', async ({ query }) => wordrise.audit.list(query));
  serve(api, 'listOutbox', async () => wordrise.mail.outbox.list({ limit: limits.listRows }));
  serve(api, 'readOutbox', async ({ params }) => {
    const email = await wordrise.mail.outbox.read(params.id);
    if (!email) throw new DomainError('outbox.not_found', 'There is no such email in the outbox.');
    return email;
  });

  serve(api, 'openapi', async ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    return openApi;
  });
  serve(api, 'health', async () => ({ status: 'ok' as const }));
  serve(api, 'ready', async () => {
    if (await wordrise.database.isReachable()) return { status: 'ok' as const };
    throw new DomainError('database.unreachable', 'The database is not responding.');
  });
  serve(api, 'metrics', async ({ ctx }) => {
    if (!isLocalCall(ctx.req) && !sendsToken(ctx.get('Authorization'), wordrise.config.metricsToken)) {
      ctx.set('WWW-Authenticate', 'Bearer');
      throw new DomainError(
        'auth.metrics_token',
        'Metrics are for this machine, or for a client that sends METRICS_TOKEN as its bearer token.',
      );
    }
    ctx.status = 200;
    ctx.type = metrics.contentType;
    ctx.body = await metrics.text();
    return undefined;
  });
}
