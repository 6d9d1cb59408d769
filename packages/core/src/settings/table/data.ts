import type { Rows } from '../variable.ts';

export const data = {
  DATA_DIR: {
    purpose: 'the folder for the database, the sandbox and its outbox',
    schema: (is) => is.text(),
    default: './data',
    setup: { question: 'Data folder', placeholder: 'folder' },
  },
  DATABASE_URL: {
    purpose: 'where the data lives: sqlite:PATH or postgres://…',
    where: 'from your database server, or choose a file path',
    schema: (is) => is.database(),
    default: (read) => `sqlite:${read('DATA_DIR').replace(/(?<!\/)\/+$/, '')}/wordrise.db`,
    fallback: '`sqlite:./data/wordrise.db`',
    secret: true,
    requiredInProduction: true,
    setup: { question: 'Address of the database', placeholder: 'url' },
  },
  SESSION_SECRET: {
    purpose: 'signs session cookies; at least 32 characters',
    where: 'by running: openssl rand -hex 32',
    schema: (is) => is.secrets(),
    fallback: 'generated once and kept in the data folder',
    secret: true,
    requiredInProduction: true,
  },
  SIGNUP_ADDRESS_DAYS: {
    purpose: 'how many days the IP addresses of signups and of the activity log are kept; 0 stores none',
    schema: (is) => is.integer(0, 365),
    default: '30',
  },
} satisfies Rows;
