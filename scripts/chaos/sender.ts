import { type ChildProcess, spawn } from 'node:child_process';

/** How many connections each process opens to the mail server. */
export const connections = 5;

/** The environment of an installation that sends to a mail server on this machine. */
export function sendingEnvironment(
  folder: string,
  databaseUrl: string,
  port: number,
): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SESSION_SECRET: 'x'.repeat(32),
    NODE_ENV: 'test',
    TIMEZONE: 'UTC',
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_CONNECTIONS: `${connections}`,
    MAIL_FROM: 'word@example.com',
    BOUNCE_ADDRESS: 'bounces@example.com',
    POSTAL_ADDRESS: '1 Sample Street',
  };
}

/** A process that sends with these settings, and has nothing else of ours. */
export function startSender(program: string, env: Record<string, string>): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [program], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
