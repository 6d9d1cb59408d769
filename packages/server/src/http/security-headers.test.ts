import { loadConfig } from '@wordrise/core';
import { expect, test } from 'vitest';
import { emailFrameHeaders, securityHeaders } from './security-headers.ts';

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

test('without a captcha and TLS, pages may load nothing from elsewhere', () => {
  expect(securityHeaders(loadConfig({ NODE_ENV: 'test' }))).toEqual({
    'Content-Security-Policy':
      "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: https:;font-src 'self';connect-src 'self';frame-src 'self' blob:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    ...common,
  });
});

test('with a captcha its hosts are allowed, and with TLS browsers must keep using it', () => {
  const headers = securityHeaders(
    loadConfig({
      NODE_ENV: 'test',
      PUBLIC_URL: 'https://words.test',
      RECAPTCHA_SITE_KEY: 'site-key',
      RECAPTCHA_SECRET_KEY: 'secret-key',
    }),
  );
  expect(headers).toEqual({
    'Content-Security-Policy':
      "default-src 'self';script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;style-src 'self' 'unsafe-inline';img-src 'self' data: https:;font-src 'self';connect-src 'self' https://www.google.com/recaptcha/;frame-src 'self' blob: https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    'Strict-Transport-Security': 'max-age=31536000',
    ...common,
  });
});

test('an email may have inline styles, pictures and our fonts, and only our own pages may show it', () => {
  expect({ ...securityHeaders(loadConfig({ NODE_ENV: 'test' })), ...emailFrameHeaders }).toEqual({
    ...common,
    'Content-Security-Policy':
      "default-src 'none';style-src 'unsafe-inline';img-src 'self' data: https:;font-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'self'",
    'X-Frame-Options': 'SAMEORIGIN',
  });
});
