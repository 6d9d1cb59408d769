import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cors from '@koa/cors';
import { type Config, DomainError, type Wordrise } from '@wordrise/core';
import { siteAddress } from '@wordrise/core/contract';
import type { Context, Middleware } from 'koa';
import { noSuchEndpoint } from './http-errors.ts';

/** Browsers send the origin with every request that changes something, so requests without one are refused too. */
export function ownOriginOnly({ publicUrl }: Config): Middleware {
  const { origin: publicOrigin } = new URL(publicUrl);
  return function ownOriginOnly(ctx, next) {
    if (isOwnOrigin(ctx.get('Origin'), ctx.host, publicOrigin)) return next();
    throw new DomainError(
      'request.origin',
      `This request must come from ${publicOrigin}. If you reach this site at another address, set PUBLIC_URL to it.`,
    );
  };
}

/** Lets other sites embed the signup form, without credentials. Our own pages always may. */
export function embedding(wordrise: Embedding): Middleware {
  return cors({
    origin: async (ctx) => ((await mayEmbed(wordrise, ctx)) ? ctx.get('Origin') : ''),
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Content-Type'],
    exposeHeaders: ['Retry-After'],
    credentials: false,
    // Short, because a site that is no longer allowed must not be able to send what its page then calls refused.
    maxAge: 60,
  });
}

/**
 * Remembers the sites whose visitors could not sign up, so that the admin can allow them. A browser sends the JSON of a
 * signup only to a server that allows the page's origin. After a refusal, the form posts again without a body, which
 * needs no permission: the server sees the origin, but no data of the visitor is sent, and nothing can be read.
 */
export function rememberRefused({ config, origins }: Embedding): Middleware {
  return async function rememberRefused(ctx, next) {
    if (ctx.is('json') || !(await isForeign({ config, origins }, ctx))) return next();
    // Otherwise, the form would treat it as a network failure. It still cannot read the answer.
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    await refuseSite({ config, origins }, ctx);
  };
}

/**
 * Whether a signup comes from a page of a site that is not allowed. A program sends any origin, so this keeps out no
 * attacker: it keeps a list of who may use the form.
 */
export async function isForeign(wordrise: Embedding, ctx: Context): Promise<boolean> {
  const origin = ctx.get('Origin');
  const isOurs = URL.canParse(origin) && new URL(origin).host === ctx.host;
  return origin !== '' && !isOurs && !(await mayEmbed(wordrise, ctx));
}

/**
 * Remembers the site of a signup, so that the admin can allow it.
 *
 * @param message For people on a page with the form; programs are led to that page.
 * @throws DomainError `request.origin`
 */
export async function refuseSite(
  { config, origins }: Embedding,
  ctx: Context,
  message = `This site may not embed the signup form. Sign up at ${siteAddress(config.publicUrl, '/#signup')}`,
): Promise<never> {
  await origins.rememberRefusal(ctx.get('Origin'), ctx.ip);
  throw new DomainError('request.origin', message);
}

type Embedding = Pick<Wordrise, 'config' | 'origins'>;

async function mayEmbed({ config, origins }: Embedding, ctx: Context): Promise<boolean> {
  const origin = ctx.get('Origin');
  return isOwnOrigin(origin, ctx.host, new URL(config.publicUrl).origin) || origins.allows(origin);
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Origins that may make changes with the admin's session: the public address and, on the machine
 * itself, any loopback name. The Host header alone proves nothing, since a foreign name can point
 * to this server.
 */
export function isOwnOrigin(origin: string, host: string, publicOrigin: string): boolean {
  if (origin === publicOrigin) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host && loopback.test(url.hostname);
}

/** Lets through services that send DELIVERY_HOOK_TOKEN. Without that setting, the call does not exist. */
export function hookToken({ deliveryHookToken }: Pick<Config, 'deliveryHookToken'>): Middleware {
  return function hookToken(ctx, next) {
    if (deliveryHookToken === undefined) throw noSuchEndpoint();
    if (sendsToken(ctx.get('Authorization'), deliveryHookToken)) return next();
    // Amazon SNS sends user and password only after being asked for them.
    ctx.set('WWW-Authenticate', 'Basic realm="reports"');
    throw new DomainError(
      'auth.hook_token',
      'Send DELIVERY_HOOK_TOKEN as the bearer token, or as the password of basic authentication.',
    );
  };
}

/**
 * Whether a call sends a token: as bearer token, or as the password of basic authentication, because some services can
 * send nothing else. Takes equally long for anything that was sent.
 *
 * @param token `undefined` if no call may pass.
 */
export function sendsToken(authorization: string, token: string | undefined): boolean {
  const given = givenToken(authorization);
  if (given === undefined || token === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function givenToken(authorization: string): string | undefined {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== 'basic') return value || undefined;
  return /(?<=:).+/s.exec(Buffer.from(value, 'base64').toString('utf8'))?.[0];
}

const loopbackAddress = /^(::ffff:)?127\.|^::1$/;
const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Headers of which many proxies add one. nginx and HAProxy add none unless configured to. */
const proxyHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/**
 * Whether a request seems to come from this machine itself: not from the network, not through a proxy that says so, and
 * not with a foreign name that points here. It opens something only if `Config.trustsLocalCalls` agrees.
 */
export function isLocalCall({ socket, headers }: IncomingMessage): boolean {
  return (
    loopbackAddress.test(socket.remoteAddress ?? '') &&
    loopbackHost.test(headers.host ?? '') &&
    !proxyHeaders.some((name) => headers[name] !== undefined)
  );
}
