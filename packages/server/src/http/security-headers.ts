import type { Config } from '@wordrise/core';
import type { Middleware } from 'koa';
import type { ServerState } from './session.ts';

/** Response headers by name. */
export type Headers = Record<string, string>;

/** Where the script of a bot check loads more from. */
interface Sources {
  script: string[];
  style: string[];
  connect: string[];
  frame: string[];
}

const ownOnly: Sources = { script: [], style: [], connect: [], frame: [] };
const hcaptchaHosts = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

const checkSources: Record<Config['botCheck']['kind'], Sources> = {
  off: ownOnly,
  altcha: ownOnly,
  recaptcha: {
    script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    // Its badge adds its own style element.
    style: ["'unsafe-inline'"],
    connect: ['https://www.google.com/recaptcha/'],
    frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  },
  turnstile: {
    ...ownOnly,
    script: ['https://challenges.cloudflare.com'],
    frame: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    script: hcaptchaHosts,
    style: hcaptchaHosts,
    connect: hcaptchaHosts,
    frame: hcaptchaHosts,
  },
};

/** Gives every answer the security headers, some of which it may have replaced. */
export function withSecurityHeaders(config: Parameters<typeof securityHeaders>[0]): Middleware<ServerState> {
  const headers = securityHeaders(config);
  const list = Object.entries(headers);
  return async function withSecurityHeaders({ state, res }, next) {
    state.headers = headers;
    await next();
    // Files, which are prepared with them, have been sent by now.
    if (res.headersSent) return;
    for (const [name, value] of list) if (!res.hasHeader(name)) res.setHeader(name, value);
  };
}

/** They depend only on the configuration. */
export function securityHeaders({ publicUrl, botCheck }: Pick<Config, 'publicUrl' | 'botCheck'>): Headers {
  return {
    'Content-Security-Policy': contentPolicy(checkSources[botCheck.kind]),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(publicUrl.startsWith('https:')
      ? // Only for this host: other sites of the domain may not have TLS.
        { 'Strict-Transport-Security': 'max-age=31536000' }
      : {}),
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'DENY',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-XSS-Protection': '0',
  };
}

function contentPolicy({ script, style, connect, frame }: Sources): string {
  return written({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...script],
    'style-src': ["'self'", ...style],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'frame-src': ["'self'", 'blob:', ...frame],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
}

function written(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
}

/** The policy of a page whose form may also lead to another site. */
export function formAction(headers: Headers, origin: string): [name: string, value: string] {
  const name = 'Content-Security-Policy';
  return [name, `${headers[name]}`.replace("form-action 'self'", () => `form-action 'self' ${origin}`)];
}

/**
 * The headers of the page in which the admin area shows emails. Emails have inline styles, and a frame inherits the
 * policy of the page around it. So this page allows only inline styles, pictures, and the fonts of this site, which previews of its pages have.
 */
export const emailFrameHeaders: Headers = {
  'Content-Security-Policy': written({
    'default-src': ["'none'"],
    'style-src': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
  }),
  'X-Frame-Options': 'SAMEORIGIN',
};
