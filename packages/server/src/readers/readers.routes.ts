import type { Config, SignupCaller, Wordrise } from '@wordrise/core';
import { type DesignView, designColors, messages, z } from '@wordrise/core/contract';
import type { Context } from 'koa';
import { isForeign, isOwnOrigin } from '../http/access.ts';
import { download } from '../http/download.ts';
import { type Api, serve, untilGone } from '../http/endpoint.ts';
import { noSuchEndpoint } from '../http/http-errors.ts';
import { actorOf } from '../http/session.ts';
import { uploadedFile } from '../http/uploaded-file.ts';

/**
 * Signing up, also from other sites, and the data of a reader, which the admin can see and delete.
 */
export function readerRoutes(
  api: Api,
  { readers, config, botCheck, firstWord, origins, templates }: Wordrise,
  onSignup: () => void = () => {},
): void {
  serve(
    api,
    'register',
    async ({ ctx, body }) => {
      const answer = await readers.signUp(body, callerOf(ctx, config));
      onSignup();
      return answer;
    },
    // Checked in `signUp`, by what the installation asks for.
    z.any(),
  );

  serve(api, 'challenge', async ({ ctx }) => {
    const challenge = await botCheck.challenge(callerOf(ctx, config));
    if (!challenge) throw noSuchEndpoint();
    return challenge;
  });

  serve(api, 'listSignups', async ({ ctx, query }) => readers.list(query, untilGone(ctx)));

  serve(api, 'describeReader', async ({ ctx, params }) => readers.describe(params.email, actorOf(ctx)));

  serve(api, 'removePerson', async ({ ctx, params }) => {
    const isPending = (await readers.remove(params.email, actorOf(ctx))) === 'pending';
    return { message: isPending ? messages.reader.removedHere : messages.reader.removed, isPending };
  });

  serve(api, 'removeReaders', async ({ ctx, body }) => readers.removeMany(body, actorOf(ctx)));

  serve(api, 'leavingReasons', async () => readers.ownPage.leavingReasons());

  serve(api, 'deleteLeavingText', async ({ params }) => {
    await readers.ownPage.deleteLeavingText(params.id);
    return { message: messages.reader.leavingTextDeleted };
  });

  serve(api, 'exportReaders', async ({ ctx, query: { format } }) =>
    download(ctx, 'readers', format, readers.export(format, actorOf(ctx))),
  );

  importRoutes(api, readers.imports);

  serve(api, 'reportDeliveries', async ({ body }) => readers.reportDeliveries(body));

  serve(api, 'firstWord', async ({ ctx, query }) => {
    ctx.set('Cache-Control', 'public, max-age=60');
    return firstWord(query.timezone);
  });

  serve(api, 'config', async ({ ctx }) => {
    const { botCheck: check } = config;
    // Firefox would go on using a cached refusal after the owner has allowed the site.
    const isRefused = await isForeign({ config, origins }, ctx);
    ctx.set('Cache-Control', isRefused ? 'no-store' : 'public, max-age=300');
    return {
      productName: config.productName,
      recaptchaSiteKey: check.kind === 'recaptcha' ? check.siteKey : null,
      botCheck:
        check.kind === 'off'
          ? null
          : { kind: check.kind, siteKey: 'siteKey' in check ? check.siteKey : null },
      signupPath: '/#signup',
      confirmSignups: config.confirmSignups,
      firstName: config.firstName,
      ...themeOf(await templates.look()),
    };
  });
}

/** For sites that draw a form of their own. */
function themeOf({ design: { accent } }: DesignView) {
  if (accent === null) return {};
  const { day, night } = designColors(accent);
  const shown = ({ accent, onAccent }: typeof day) => ({ accent, onAccent });
  return { theme: { light: shown(day), dark: shown(night) } };
}

/** Files with readers: uploaded, checked, and imported in the background. */
function importRoutes(api: Api, imports: Wordrise['readers']['imports']): void {
  serve(api, 'listReaderImports', async () => ({ imports: await imports.list() }));
  serve(api, 'uploadReaders', async ({ ctx, query }) =>
    imports.upload(uploadedFile(ctx.req, 'readers'), query),
  );
  serve(api, 'getReaderImport', async ({ params }) => imports.get(params.id));
  serve(api, 'checkReaderImport', async ({ params, body }) => imports.check(params.id, body));
  serve(api, 'startReaderImport', async ({ ctx, params, body }) =>
    imports.start(params.id, body, actorOf(ctx)),
  );
  serve(api, 'stopReaderImport', async ({ params }) => imports.stopImport(params.id));
  serve(api, 'refusedReaders', async ({ ctx, params }) =>
    download(ctx, 'refused', 'csv', await imports.refused(params.id)),
  );
  serve(api, 'deleteReaderImport', async ({ params }) => {
    await imports.remove(params.id);
    return { message: messages.reader.importDeleted };
  });
}

/** Where a signup comes from. */
export function callerOf(ctx: Context, { publicUrl }: Pick<Config, 'publicUrl'>): SignupCaller {
  const site = siteOf(ctx.get('Origin'));
  // A browser names its own site only when it posts.
  const isOwn = site === undefined || isOwnOrigin(site, ctx.host, new URL(publicUrl).origin);
  return { address: ctx.ip, site, page: isOwn ? undefined : site };
}

/** Pages send the origin of their site; a script may send none, or nonsense. */
function siteOf(origin: string): string | undefined {
  return /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin).origin : undefined;
}
