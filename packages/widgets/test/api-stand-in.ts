import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ErrorAnswer,
  type PublicConfig,
  type SignupInput,
  signupInputFor,
} from '@wordrise/core/contract';
import { z } from 'zod';
import { dist } from './built.ts';
import { readBody, startServer } from './local-server.ts';

export interface ApiOptions {
  /** Origins that may embed the form; `*` allows all. */
  widgetOrigins?: string[];
  productName?: string;
  recaptchaSiteKey?: string;
  confirmSignups?: boolean;
}

/** What a test needs from Wordrise, real or fake. */
interface Api {
  url: string;
  /** Stored signups, oldest first. */
  signups(): Promise<Pick<SignupInput, 'email' | 'firstName' | 'favoriteWord'>[]>;
  close(): Promise<void>;
}

export interface ApiStandIn extends Api {
  /** Every request, such as `GET /api/config`. */
  requests: string[];
  /** Bodies of the signup requests, unparsed fields included. */
  bodies: Record<string, unknown>[];
  /** Origins of signups without a body, as the form sends them after a refusal. */
  refusedOrigins: string[];
  /** Answers all further signups with this; `undefined` resets it. */
  refuseWith(
    refusal: { status: number; headers?: Record<string, string>; body: ErrorAnswer | string } | undefined,
  ): void;
  /** Delays answers until the promise resolves. */
  holdUntil(free: Promise<void>): void;
}

const files: Record<string, [file: string, type: string]> = {
  '/widgets.js': ['wordrise-widgets.js', 'text/javascript; charset=utf-8'],
  '/bot-check.js': ['bot-check.js', 'text/javascript; charset=utf-8'],
  '/widgets.css': ['style.css', 'text/css; charset=utf-8'],
};

/** A fake of the API's embed endpoints: contract schemas, allowed origins, preflight, no credentials, honeypot. */
export async function startApiStandIn(options: ApiOptions = {}): Promise<ApiStandIn> {
  const {
    widgetOrigins = [],
    productName = 'Wordrise',
    recaptchaSiteKey = null,
    confirmSignups = false,
  } = options;
  const stored = new Map<string, Pick<SignupInput, 'email' | 'firstName' | 'favoriteWord'>>();
  const requests: string[] = [];
  const bodies: Record<string, unknown>[] = [];
  const refusedOrigins: string[] = [];
  let refusal: Parameters<ApiStandIn['refuseWith']>[0];
  let free: Promise<void> = Promise.resolve();

  function allowOrigin(request: IncomingMessage, response: ServerResponse) {
    const { origin } = request.headers;
    response.setHeader('Vary', 'Origin');
    if (!origin || !(widgetOrigins.includes('*') || widgetOrigins.includes(origin))) return;
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Methods', 'POST');
      response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
    }
  }

  function answer(response: ServerResponse, status: number, body: unknown, readers = 'same-origin') {
    response
      .writeHead(status, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cross-Origin-Resource-Policy': readers,
      })
      .end(JSON.stringify(body));
  }

  async function register(request: IncomingMessage, response: ServerResponse) {
    if (request.headers['content-type'] !== 'application/json') {
      refusedOrigins.push(`${request.headers.origin}`);
      return answer(response, 403, { message: 'Not here.', code: 'request.origin' }, 'cross-origin');
    }
    const body = JSON.parse(await readBody(request));
    bodies.push(body);
    if (refusal) {
      const { status, headers, body: text } = refusal;
      response.writeHead(status, headers).end(typeof text === 'string' ? text : JSON.stringify(text));
      return;
    }
    const input = signupInputFor.required.safeParse(body);
    if (!input.success) {
      const { fieldErrors: fields } = z.flattenError(input.error);
      return answer(response, 400, {
        message: 'Please check what you entered.',
        code: 'input.invalid',
        fields,
      });
    }
    const { website, botCheckToken, email, firstName, favoriteWord } = input.data;
    const signup = { email, firstName, favoriteWord };
    if (recaptchaSiteKey && !botCheckToken) {
      return answer(response, 403, { message: 'Please try again.', code: 'bot_check.rejected' });
    }
    if (!website && !stored.has(signup.email)) stored.set(signup.email, signup);
    answer(response, 201, { message: 'You are signed up.', confirmFirst: confirmSignups });
  }

  const server = await startServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    requests.push(`${request.method} ${path}`);
    await free;
    const file = files[path];
    if (file) {
      const content = readFileSync(dist(file[0]));
      response.writeHead(200, {
        'Content-Type': file[1],
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cache-Control': 'public, max-age=3600',
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(content);
      return;
    }
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (path === '/api/config') {
      answer(response, 200, {
        productName,
        recaptchaSiteKey,
        botCheck: recaptchaSiteKey === null ? null : { kind: 'recaptcha', siteKey: recaptchaSiteKey },
        firstName: 'required',
        signupPath: '/#signup',
        confirmSignups,
      } satisfies PublicConfig);
    } else if (path === '/api/register') await register(request, response);
    else answer(response, 404, { message: 'Not found.', code: 'request.not_found' });
  });

  return {
    ...server,
    requests,
    bodies,
    refusedOrigins,
    signups: async () => [...stored.values()],
    refuseWith: (changed) => {
      refusal = changed;
    },
    holdUntil: (promise) => {
      free = promise;
    },
  };
}
