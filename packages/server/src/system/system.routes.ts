import { DomainError, diskShortage, variables, type Wordrise } from '@wordrise/core';
import { limits, type SystemView } from '@wordrise/core/contract';
import { isLocalCall, sendsToken } from '../http/access.ts';
import { type Api, serve } from '../http/endpoint.ts';
import { actorOf } from '../http/session.ts';
import { libraryVersions } from './library-versions.ts';
import type { Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';

interface SystemRoutes {
  metrics: Metrics;
  /** Called once sending is not held any more. */
  onResumed?: (() => void) | undefined;
}

export function systemRoutes(api: Api, wordrise: Wordrise, { metrics, onResumed }: SystemRoutes): void {
  // Half a second and every schema: only who asks for it waits.
  let openApi: ReturnType<typeof openApiDocument> | undefined;

  serve(api, 'overview', async () => wordrise.overview());
  serve(api, 'firstSteps', async () => wordrise.firstSteps());
  serve(api, 'tomorrow', async () => wordrise.tomorrow());
  serve(api, 'resumeSending', async ({ ctx }) => {
    const wasHeld = await wordrise.sending.resume(actorOf(ctx));
    if (wasHeld) onResumed?.();
    return { message: wasHeld ? 'Sending is on again.' : 'Sending was not held.' };
  });
  serve(api, 'system', async () => presentSystem(wordrise));
  serve(api, 'checkMail', async () => ({ checks: (await wordrise.mail.examine()).checks }));
  serve(api, 'listOutbox', async () => wordrise.mail.outbox.list({ limit: limits.listRows }));
  serve(api, 'readOutbox', async ({ params }) => {
    const email = await wordrise.mail.outbox.read(params.id);
    if (!email) throw new DomainError('outbox.not_found', 'There is no such email in the outbox.');
    return email;
  });

  serve(api, 'openapi', async ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    openApi ??= openApiDocument(wordrise.config);
    return openApi;
  });
  serve(api, 'health', async () => ({ status: 'ok' as const }));
  serve(api, 'ready', async () => {
    if (!(await wordrise.database.isReachable()))
      throw new DomainError('database.unreachable', 'The database is not responding.');
    if ((await diskShortage(wordrise.config))?.isFull)
      throw new DomainError('database.unreachable', 'The disk is full.');
    return { status: 'ok' as const };
  });
  serve(api, 'metrics', async ({ ctx }) => {
    const { metricsToken, trustsLocalCalls } = wordrise.config;
    const isOpen = trustsLocalCalls && isLocalCall(ctx.req);
    if (!isOpen && !sendsToken(ctx.get('Authorization'), metricsToken)) {
      ctx.set('WWW-Authenticate', 'Bearer');
      throw new DomainError(
        'auth.metrics_token',
        'Set METRICS_TOKEN, and send it as the bearer token to read the metrics.',
      );
    }
    ctx.status = 200;
    ctx.type = metrics.contentType;
    ctx.body = await metrics.text();
    return undefined;
  });
}

/** Content of the technical page. It never includes the value of a variable. */
async function presentSystem({ config, database, processor, mail }: Wordrise): Promise<SystemView> {
  const lastPass = await processor.lastPass();
  return {
    productName: config.productName,
    publicUrl: config.publicUrl,
    timezone: config.timezone,
    environment: config.environment,
    database: { kind: database.kind, version: await database.version() },
    emailProvider: config.email.provider,
    email: {
      label: mail.facts.label,
      isSandbox: mail.facts.isSandbox,
      ownsList: mail.facts.ownsList,
    },
    dictionary: config.dictionary.kind,
    botCheck: config.botCheck.kind,
    processor: { enabled: config.processor, lastRunAt: lastPass?.finishedAt.toISOString() ?? null },
    widgetOrigins: config.widgetOrigins,
    versions: versions(),
    variables: variables.map(({ name, purpose, required }) => ({
      name,
      purpose,
      required,
      configured: config.configured.includes(name),
    })),
  };
}

function versions(): SystemView['versions'] {
  const known = typeof LIBRARY_VERSIONS === 'undefined' ? libraryVersions() : LIBRARY_VERSIONS;
  return [{ name: 'Node.js', version: process.versions.node }, ...known];
}

/** Written by the build, since most of them are bundled and cannot be found in an installed copy. */
declare const LIBRARY_VERSIONS: SystemView['versions'] | undefined;
