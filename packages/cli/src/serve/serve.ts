import { once } from 'node:events';
import { join } from 'node:path';
import { type Config, portWarning } from '@wordrise/core';
import type { RunningServer } from '@wordrise/server';
import { type Cli, settingNotes } from '../command-line/cli.ts';
import { shownPath } from '../command-line/files.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { fitToTerminal } from '../command-line/text.ts';

/** Serves until Ctrl-C or SIGTERM, which is a normal end: exit status 0. */
export async function serve(cli: Cli): Promise<void> {
  const stop = stopSignal();
  const given = await cli.config();
  for (const note of await settingNotes()) cli.out.warn(note);
  const { startServer } = await import('@wordrise/server');
  const server = await startServer(given);
  const { config } = server.wordrise;
  try {
    const needsSetup = await server.wordrise.accounts.needsSetup();
    if (cli.out.json) {
      const { url, startersAdded } = server;
      const address = addressOf(config, server);
      const link = server.wordrise.accounts.setupLink(address);
      const setup = needsSetup && link.includes('#') ? { setupLink: link } : {};
      cli.out.line({ event: 'listening', url, address, needsSetup, ...setup, startersAdded }, () => '');
    } else if (!cli.out.quiet) {
      process.stderr.write(`${welcome(cli, config, server, needsSetup)}\n`);
    }
    if (!stop.aborted) await once(stop, 'abort');
    cli.out.note('\nStopping: finishing the work in progress.');
  } finally {
    await server.stop();
  }
}

/** Where to go and what to do first. */
function welcome({ out }: Cli, config: Config, server: RunningServer, needsSetup: boolean): string {
  const { paintError: paint } = out;
  const address = addressOf(config, server);
  const lines = ['', `  ${paint.bold(config.productName)} is up at ${paint.cyan(address)}`, ''];
  const item = (name: string, text: string) =>
    lines.push(`  ${paint.dim(name.padEnd(12))} ${fitToTerminal(text, process.stderr, ' '.repeat(15))}`);
  const setupLink = server.wordrise.accounts.setupLink(address);
  if (needsSetup) item('First', `create your admin account at ${paint.cyan(setupLink)}`);
  else item('Admin area', paint.cyan(`${address}/admin`));
  if (server.startersAdded > 0)
    item('Words', `${server.startersAdded} starter words were added to the library`);
  if (server.wordrise.mail.facts.isSandbox) {
    item('Emails', 'go to the sandbox: nobody gets mail, each one is written to');
    item('', `${shownPath(join(config.dataDir, 'outbox'))} and can be read in the admin area`);
  }
  if (!config.processor) item('Processor', 'is off here: run `wordrise process` from cron or systemd');
  if (server.url.startsWith('unix:')) item('Listens at', `${server.url.slice(5)}, for a proxy`);
  item('Data', config.database.kind === 'sqlite' ? shownPath(config.database.path) : 'in PostgreSQL');
  item('To stop', 'press Ctrl-C');
  return `${lines.join('\n')}\n`;
}

/** The address to type into a browser: the public one, unless the server listens at another port. */
function addressOf(config: Config, { url }: RunningServer): string {
  const { publicUrl, port, configured } = config;
  // Browsers cannot open a socket.
  if (url.startsWith('unix:')) return publicUrl;
  const listening = new URL(url).port;
  if (portWarning(config)) return `http://localhost:${listening}`;
  if (configured.includes('PUBLIC_URL') || listening === String(port)) return publicUrl;
  return `http://localhost:${listening}`;
}
