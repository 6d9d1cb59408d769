import type { SignupPage } from '@wordrise/admin-ui';
import { DomainError, type Wordrise } from '@wordrise/core';
import {
  basePath,
  endpoints,
  limits,
  type SignupBody,
  signedUpPaths,
  timings,
} from '@wordrise/core/contract';
import type { Context, Middleware } from 'koa';
import { isForeign, refuseSite } from '../http/access.ts';
import type { Api } from '../http/endpoint.ts';
import { type OnFailure, toHttpError, visitorError } from '../http/http-errors.ts';
import { textBody } from '../http/json-body.ts';
import { formAction } from '../http/security-headers.ts';
import { callerOf } from './readers.routes.ts';

/** Fields that only the form knows, which the page with an error repeats. */
const hiddenFields = ['redirect', 'timezone'];

/** The names under which the scripts of bot checks add their token to a form. */
const tokenFields = [
  'botCheckToken',
  'cf-turnstile-response',
  'h-captcha-response',
  'g-recaptcha-response',
  'altcha',
];

interface SignupFormPages {
  renderSignup: (page: SignupPage) => Promise<string>;
  onSignup?: (() => void) | undefined;
  onFailure: OnFailure;
}

/**
 * Signing up with a plain HTML form, for browsers without scripts and for sites that allow none. It is the call
 * `register` with another kind of body: the answer is a page. Any other body is left to that call.
 */
export function signupFormRoutes(api: Api, wordrise: Wordrise, pages: SignupFormPages): void {
  const { readers, config } = wordrise;
  const formTypes = [...endpoints.register.formTypes];
  const readText = textBody({ bytes: limits.publicBodyBytes, seconds: timings.publicBodySeconds }, formTypes);

  /** Stores the signup and says where the visitor goes next. */
  async function signUp(ctx: Context, fields: Fields): Promise<string> {
    // Whatever is missing or wrong is refused there.
    const given = fields as SignupBody;
    const { confirmFirst } = await readers.signUp(given, { ...callerOf(ctx, config), isForm: true });
    pages.onSignup?.();
    if (await mayLeadTo(ctx, fields.redirect)) return new URL(fields.redirect ?? '').href;
    return basePath(config.publicUrl) + signedUpPaths[confirmFirst ? 'confirm' : 'welcome'];
  }

  async function mayLeadTo(ctx: Context, address: string | undefined): Promise<boolean> {
    return address !== undefined && (await wordrise.origins.mayLeadTo(address, callerOf(ctx, config).site));
  }

  /** The form again, filled in, with what is wrong. */
  async function showAgain(ctx: Context, fields: Fields, thrown: unknown): Promise<void> {
    const { status, answer, retryAfterSeconds } = toHttpError(visitorError(thrown));
    if (status >= 500) pages.onFailure(thrown, ctx);
    ctx.status = status;
    if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
    if (status === 413 || status === 408) ctx.set('Connection', 'close');
    // The browser applies the page's policy to where the answer to its form leads, too.
    if (await mayLeadTo(ctx, fields.redirect).catch(() => false))
      ctx.set(...formAction(ctx.state.headers, new URL(fields.redirect ?? '').origin));
    const { email, firstName, favoriteWord, campaign } = fields;
    const ofFields = Object.entries(answer.fields ?? {}).map(([name, [message]]) => [name, message]);
    ctx.body = await pages.renderSignup({
      values: { email, firstName, favoriteWord },
      campaign,
      hidden: Object.fromEntries(
        hiddenFields.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
      ),
      problems: Object.fromEntries(ofFields),
      problem: ofFields.length > 0 ? undefined : answer.message,
      texts: answer.code === 'request.origin' ? notConnectedTexts : undefined,
    });
  }

  const answerForm: Middleware = async function answerForm(ctx, next) {
    if (!ctx.is(...formTypes)) return next();
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'text/html';
    let fields: Fields = {};
    try {
      await readText(ctx, async () => {});
      fields = await readFields(ctx);
      // Pages in emails and with a strict referrer policy hide their origin.
      if (ctx.get('Origin') !== 'null' && (await isForeign(wordrise, ctx)))
        await refuseSite(wordrise, ctx, notConnected(ctx.get('Origin')));
      ctx.set('Location', await signUp(ctx, fields));
      ctx.status = 303;
      ctx.body = '';
    } catch (thrown) {
      await showAgain(ctx, fields, thrown);
    }
  };

  api.router.register('/api/register', ['POST'], [answerForm]);
}

/** For the visitor of a site that is not allowed, and for its owner, who may be the one who tries it. */
function notConnected(origin: string): string {
  const site = URL.canParse(origin) ? new URL(origin).host : 'that page';
  return `The form on ${site} is not connected yet, but you can sign up here. If the site is yours, allow it in the admin area: “Settings”, “Embed the form”.`;
}

/** Nothing that the visitor did went wrong, and the form below works. */
const notConnectedTexts = { failedTitle: 'Please sign up here' };

type Fields = Record<string, string | undefined>;

/** The fields of a form as text; files are left out. */
async function readFields(ctx: Context): Promise<Fields> {
  const headers = { 'Content-Type': ctx.get('Content-Type') };
  const form = await new Response(`${ctx.request.body}`, { headers }).formData().catch((cause) => {
    throw new DomainError('request.unreadable', 'The form could not be read. Send it again.', { cause });
  });
  const texts = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const fields: Fields = Object.fromEntries(texts);
  const tokenField = tokenFields.find((name) => fields[name]);
  return { ...fields, ...(tokenField && { botCheckToken: fields[tokenField] }) };
}
