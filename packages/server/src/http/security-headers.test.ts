import { loadConfig } from '@wordrise/core';
import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const common = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

test('without a captcha and TLS, the landing page may load nothing from elsewhere', () => {
  const { landing, app } = securityHeaders(loadConfig({ NODE_ENV: 'test' }));
  const policy = (styles: string) =>
    `default-src 'self';script-src 'self';style-src ${styles};img-src 'self' data: https:;font-src 'self';connect-src 'self';frame-src 'self' blob:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'`;
  expect(landing).toEqual({ 'Content-Security-Policy': policy("'self'"), ...common });
  expect(app).toEqual({ 'Content-Security-Policy': policy("'self' 'unsafe-inline'"), ...common });
});

test('with a captcha its hosts are allowed, and with TLS browsers keep to it', () => {
  const { landing, app } = securityHeaders(
    loadConfig({
      NODE_ENV: 'test',
      PUBLIC_URL: 'https://words.test',
      RECAPTCHA_SITE_KEY: 'site-key',
      RECAPTCHA_SECRET_KEY: 'secret-key',
    }),
  );
  expect(landing).toEqual(app);
  expect(app).toEqual({
    'Content-Security-Policy':
      "default-src 'self';script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;style-src 'self' 'unsafe-inline';img-src 'self' data: https:;font-src 'self';connect-src 'self' https://www.google.com/recaptcha/;frame-src 'self' blob: https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    'Strict-Transport-Security': 'max-age=31536000',
    ...common,
  });
});
