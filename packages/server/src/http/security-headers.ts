import type { Config } from '@wordrise/core';
import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';

const recaptcha = {
  script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
};

/**
 * The landing page has the strictest policy. The app allows inline styles, because its email previews
 * inherit the policy and emails are styled inline.
 */
export function securityHeaders({ publicUrl, botCheck }: Config): Middleware {
  const captcha = botCheck.kind === 'recaptcha';
  const policy = (styles: string[]) =>
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...(captcha ? recaptcha.script : [])],
          styleSrc: ["'self'", ...styles],
          imgSrc: ["'self'", 'data:', 'https:'],
          fontSrc: ["'self'"],
          connectSrc: ["'self'", ...(captcha ? ['https://www.google.com/recaptcha/'] : [])],
          frameSrc: ["'self'", 'blob:', ...(captcha ? recaptcha.frame : [])],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      strictTransportSecurity: publicUrl.startsWith('https:'),
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
    });
  // reCAPTCHA's badge adds its own style element.
  const strict = policy(captcha ? ["'unsafe-inline'"] : []);
  const app = policy(["'unsafe-inline'"]);
  return function securityHeaders(ctx: Context, next) {
    return ctx.path === '/' ? strict(ctx, next) : app(ctx, next);
  };
}
