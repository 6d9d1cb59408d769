import type { Rows } from '../variable.ts';

export const server = {
  TRUST_PROXY: {
    purpose: 'how many reverse proxies in front to trust for the visitor’s address',
    where: 'by counting them',
    schema: (is) => is.integer(0, 10),
    default: '0',
  },
  PROCESSOR: {
    purpose: 'whether the server runs the five-minute pass: on or off',
    schema: (is) => is.oneOf('on', 'off'),
    default: 'on',
  },
  PORT: {
    purpose: 'the port the server listens on',
    schema: (is) => is.integer(0, 65_535),
    default: '5000',
  },
  HOST: {
    purpose: 'the address the server listens on',
    schema: (is) => is.text(),
    default: (read) => (read('NODE_ENV') === 'production' ? '0.0.0.0' : '127.0.0.1'),
    fallback: '`127.0.0.1`; in production `0.0.0.0`',
  },
  METRICS_TOKEN: {
    purpose: 'lets another machine read /metrics, with Authorization: Bearer and this token',
    where: 'by running: openssl rand -hex 32',
    schema: (is) => is.token(),
    fallback: 'only this machine may read them',
    secret: true,
  },
  LOG_LEVEL: {
    purpose: 'how much is logged',
    where: 'by choosing one of trace, debug, info, warn, error, fatal, silent',
    schema: (is) => is.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
  },
  NODE_ENV: {
    purpose: 'development, production or test',
    schema: (is) => is.oneOf('development', 'production', 'test'),
    default: 'development',
  },
} satisfies Rows;
