import type { Rows } from '../variable.ts';

export const botCheck = {
  BOT_CHECK: {
    purpose: 'whether signups are checked for bots: recaptcha or off',
    schema: (is) => is.oneOf('recaptcha', 'off'),
    default: 'off',
    fallback: '`recaptcha` if any of its keys is set, otherwise `off`',
    requiredInProduction: true,
    setup: {
      question: 'Check signups',
      placeholder: 'name',
      choices: {
        off: { label: 'No; limits and a hidden field keep simple bots out' },
        recaptcha: { label: 'Google reCAPTCHA v3' },
      },
    },
  },
  RECAPTCHA_SITE_KEY: {
    purpose: 'the public reCAPTCHA v3 key',
    where: 'in the reCAPTCHA admin console',
    schema: (is) => is.text(),
    with: ['BOT_CHECK', 'recaptcha'],
    setup: { question: 'Site key', placeholder: 'key' },
  },
  RECAPTCHA_SECRET_KEY: {
    purpose: 'the secret reCAPTCHA v3 key',
    where: 'in the reCAPTCHA admin console',
    schema: (is) => is.text(),
    with: ['BOT_CHECK', 'recaptcha'],
    secret: true,
    setup: { question: 'Secret key', placeholder: 'key' },
  },
  RECAPTCHA_MIN_SCORE: {
    purpose: 'the lowest score that counts as a person, 0 to 1',
    where: 'by choosing one; 0.5 is a good start',
    schema: (is) => is.score(),
    with: ['BOT_CHECK', 'recaptcha'],
    default: '0.5',
  },
  RECAPTCHA_VERIFY_URL: {
    purpose: 'the address that checks reCAPTCHA tokens',
    where: 'by leaving it at its default',
    schema: (is) => is.serviceUrl(),
    with: ['BOT_CHECK', 'recaptcha'],
    default: 'https://www.google.com/recaptcha/api/siteverify',
  },
} satisfies Rows;
