import type { Config } from '@wordrise/core';

/** Response headers by name. */
export type Headers = Record<string, string>;

const captchaHosts = {
  script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  connect: ['https://www.google.com/recaptcha/'],
  frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
};

/**
 * The security headers of every answer, which depend on the configuration only. The landing page has the
 * strictest policy. The app allows inline styles, because its email previews inherit the policy and
 * emails are styled inline.
 */
export function securityHeaders({ publicUrl, botCheck }: Pick<Config, 'publicUrl' | 'botCheck'>): {
  landing: Headers;
  app: Headers;
} {
  const captcha = botCheck.kind === 'recaptcha';
  const common: Headers = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(publicUrl.startsWith('https:')
      ? // For this host alone: other sites of the domain may not have TLS.
        { 'Strict-Transport-Security': 'max-age=31536000' }
      : {}),
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'DENY',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-XSS-Protection': '0',
  };
  const withPolicy = (inlineStyles: boolean): Headers => ({
    'Content-Security-Policy': contentPolicy(captcha, inlineStyles),
    ...common,
  });
  // reCAPTCHA's badge adds its own style element.
  return { landing: withPolicy(captcha), app: withPolicy(true) };
}

function contentPolicy(captcha: boolean, inlineStyles: boolean): string {
  const { script, connect, frame } = captcha ? captchaHosts : { script: [], connect: [], frame: [] };
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...script],
    'style-src': ["'self'", ...(inlineStyles ? ["'unsafe-inline'"] : [])],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'frame-src': ["'self'", 'blob:', ...frame],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
}
