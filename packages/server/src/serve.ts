import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import {
  type Config,
  DomainError,
  diskShortage,
  type Overrides,
  openWordrise,
  proxyWarning,
  type Wordrise,
} from '@wordrise/core';
import { createApp } from './app.ts';
import { connectionLimits, createHttpServer } from './http/http-server.ts';
import { createLog, type Log } from './http/request-log.ts';
import { createProcessor } from './processor/processor.ts';
import { loadSite, type Site } from './site/site.ts';
import { createMetrics } from './system/metrics.ts';

export interface RunningServer {
  wordrise: Wordrise;
  /** The server's address, such as `http://127.0.0.1:5000` or `unix:/run/wordrise.sock`. */
  url: string;
  /** Number of starter words added to a new installation's library. */
  startersAdded: number;
  /** Accepts no new requests, finishes those in progress, and closes the database. */
  stop(): Promise<void>;
}

export interface StartOptions {
  log?: Log;
  site?: Site;
  overrides?: Overrides;
  /** Whether the first start fills the sandbox's empty library. Default: yes. */
  starterWords?: boolean;
  /** How long a request waits for the database. 8 s unless a test needs less. */
  databaseMs?: (() => number) | undefined;
}

/** Requests that take longer than this after `stop` are cut off. */
const graceMs = 10_000;

/** Opens everything, listens, and runs the processor every five minutes unless `PROCESSOR=off`. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? createLog(config.logLevel);
  const site = options.site ?? (await loadSite(config));
  const wordrise = await openWordrise(config, options.overrides);
  try {
    const warnings = [
      await wordrise.database.warning(),
      proxyWarning(config),
      (await diskShortage(config))?.message,
    ];
    for (const warning of warnings) if (warning) log.warn(warning);
    void wordrise.alerts.unreachable().then((reason) => reason && log.warn(reason));
    await wordrise.mail.start();
    const wanted = wordrise.mail.facts.isSandbox && options.starterWords !== false;
    const startersAdded = wanted ? await wordrise.words.addStarters() : 0;
    const metrics = createMetrics(wordrise);
    const { passFinished: onFinished } = metrics;
    const processor = config.processor ? createProcessor(wordrise, { log, onFinished }) : undefined;
    const app = createApp(wordrise, {
      log,
      site,
      metrics,
      onSignup: processor?.signedUp,
      databaseMs: options.databaseMs,
    });
    const server = createHttpServer(app, connectionLimits(config));
    const url = await listen(server, config);
    processor?.start();
    wordrise.readers.imports.keepRunning({
      onAdded: processor?.signedUp,
      onFailed: (error) => log.error({ err: error }, 'an import of readers is tried again'),
    });
    return {
      wordrise,
      url,
      startersAdded,
      async stop() {
        const closed = close(server);
        await processor?.stop();
        await closed;
        await wordrise.close();
      },
    };
  } catch (error) {
    await wordrise.close();
    throw error;
  }
}

async function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  if (host.startsWith('/')) return listenOnSocket(server, host);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(addressProblem(error) ?? error));
    server.listen(port, host, () => {
      const { address, port: chosen, family } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}`);
    });
  });
}

/** For an error of `listen`. */
export function addressProblem({ code, syscall, ...error }: NodeJS.ErrnoException): DomainError | undefined {
  const { address } = error as { address?: string };
  if (address?.startsWith('/') && code !== 'EADDRINUSE')
    return new DomainError(
      'config.invalid',
      `HOST is a Unix socket that cannot be created: ${address} (${code}). Its folder must exist, and belong to the user that runs Wordrise.`,
    );
  const isElsewhere = code === 'EADDRNOTAVAIL' || (syscall ?? '').startsWith('getaddrinfo');
  return isElsewhere ? new DomainError('config.invalid', wrongHost) : undefined;
}

const wrongHost =
  'HOST is not an address of this machine. Set it to 127.0.0.1, which only this machine can reach, or to 0.0.0.0 for all addresses of this machine. The address that visitors type is PUBLIC_URL.';

/** The proxy needs to be in the server's group. Node.js removes the socket when the server closes. */
async function listenOnSocket(server: Server, path: string): Promise<string> {
  await removeIfUnused(path);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(addressProblem(error) ?? error));
    server.listen(path, resolve);
  });
  chmodSync(path, 0o660);
  return `unix:${path}`;
}

/** A process that was killed leaves its socket behind, and nothing can listen on it again. */
async function removeIfUnused(path: string): Promise<void> {
  const answer = await new Promise<string>((resolve) => {
    const probe = connect(path, () => {
      probe.destroy();
      resolve('connected');
    });
    probe.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code));
  });
  // Another kind of file is not ours: listening fails and says so.
  if (answer === 'ECONNREFUSED' && lstatSync(path).isSocket()) unlinkSync(path);
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
