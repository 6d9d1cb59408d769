import { AsyncLocalStorage } from 'node:async_hooks';
import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Config,
  DomainError,
  diskShortage,
  type Overrides,
  openWordrise,
  portWarning,
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
  /** With the settings as they are now: another one after they have changed. */
  readonly wordrise: Wordrise;
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

/** How often to check whether another process has stored settings, and how long to wait after new ones failed. */
const settingsEveryMs = 2000;
const settingsAgainMs = 60_000;

/**
 * Opens everything, listens, and runs the processor every five minutes unless `PROCESSOR=off`. When settings are stored,
 * here or by another process, everything behind the port is opened again with them.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? createLog(config.logLevel);
  // A request has a limit on how long it waits for the database, which is not for what is opened during it.
  const outside = AsyncLocalStorage.snapshot();
  const stopping = new AbortController();
  const finishing = new Set<Promise<void>>();
  let changes = Promise.resolve(true);

  const open = () => openProduct(config, options, { log, onSettings });
  let current = await open();

  async function onSettings(): Promise<Wordrise> {
    await applyChanges();
    return current.wordrise;
  }

  /** @returns whether the latest settings count now */
  function applyChanges(): Promise<boolean> {
    changes = changes.then(() => outside(reopen));
    return changes;
  }

  async function reopen(): Promise<boolean> {
    // While the database does not answer, the requests report it.
    const hasChanged = await current.wordrise.settings.hasChanged().catch(() => false);
    if (stopping.signal.aborted || !hasChanged) return true;
    try {
      const before = current;
      const next = await open();
      await before.stopWork();
      current = next;
      next.start();
      log.info('The settings have changed, and count from now on.');
      const finished = before
        .finish()
        .catch((error) => log.error({ err: error }, 'What had the earlier settings could not be closed.'))
        .finally(() => finishing.delete(finished));
      finishing.add(finished);
      return true;
    } catch (error) {
      log.error(
        { err: error },
        'The settings have changed, but cannot be used: the earlier ones still count.',
      );
      return false;
    }
  }

  async function followChanges(): Promise<void> {
    let pause = settingsEveryMs;
    while (!stopping.signal.aborted) {
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
      pause = (await applyChanges()) ? settingsEveryMs : settingsAgainMs;
    }
  }

  try {
    const startersAdded = await prepare(current.wordrise, options, log);
    const answers = trackAnswers();
    const server = createHttpServer((request, response) => {
      answers.add(response);
      current.handle(request, response);
    }, connectionLimits(config));
    const url = await listen(server, config);
    current.start();
    const following = followChanges();
    return {
      get wordrise() {
        return current.wordrise;
      },
      url,
      startersAdded,
      async stop() {
        stopping.abort();
        await following;
        await changes;
        const closed = close(server, answers);
        await current.stopWork();
        await closed;
        await Promise.all([current.wordrise.close(), ...finishing]);
      },
    };
  } catch (error) {
    await current.wordrise.close();
    throw error;
  }
}

/** Warns of what the owner should know, and fills an empty library. @returns how many starter words were added */
async function prepare(wordrise: Wordrise, options: StartOptions, log: Log): Promise<number> {
  const left = await wordrise.leftBehind();
  const warnings = [
    await wordrise.database.warning(),
    left && `${left.message} ${left.fix}`,
    proxyWarning(wordrise.config),
    portWarning(wordrise.config),
    (await diskShortage(wordrise.config))?.message,
  ];
  for (const warning of warnings) if (warning) log.warn(warning);
  void wordrise.alerts.unreachable().then((reason) => reason && log.warn(reason));
  const wanted = wordrise.mail.facts.isSandbox && options.starterWords !== false;
  return wanted ? wordrise.words.addStarters() : 0;
}

/** Everything behind the port, opened with the settings as they are now. */
interface OpenProduct {
  wordrise: Wordrise;
  handle: RequestListener;
  /** Starts the work that goes on without requests. */
  start(): void;
  stopWork(): Promise<void>;
  /** Closes it once the requests that it is answering are finished, or cut off. */
  finish(): Promise<void>;
}

async function openProduct(
  given: Config,
  options: StartOptions,
  { log, onSettings }: { log: Log; onSettings: () => Promise<Wordrise> },
): Promise<OpenProduct> {
  const wordrise = await openWordrise(given, { ...options.overrides, isServer: true });
  try {
    const { config } = wordrise;
    const site = options.site ?? (await loadSite(config));
    await wordrise.mail.start();
    const metrics = createMetrics(wordrise);
    const { passFinished: onFinished } = metrics;
    const processor = config.processor ? createProcessor(wordrise, { log, onFinished }) : undefined;
    const app = createApp(wordrise, {
      log,
      site,
      metrics,
      onSignup: processor?.signedUp,
      onResumed: processor?.pass,
      onSettings,
      databaseMs: options.databaseMs,
    });
    let requests = 0;
    let onIdle = () => {};
    return {
      wordrise,
      start() {
        processor?.start();
        wordrise.readers.imports.keepRunning({
          onAdded: processor?.signedUp,
          onFailed: (error) => log.error({ err: error }, 'an import of readers is tried again'),
          onUnseen: (error) =>
            log.warn({ err: error }, 'whether an import of readers is unfinished could not be looked up yet'),
        });
      },
      stopWork: async () => processor?.stop(),
      handle(request, response) {
        requests += 1;
        response.once('close', () => {
          requests -= 1;
          if (requests === 0) onIdle();
        });
        app(request, response);
      },
      async finish() {
        const idle = new Promise<void>((resolve) => {
          onIdle = resolve;
        });
        const late = new AbortController();
        if (requests > 0)
          await Promise.race([idle, wait(graceMs, undefined, { signal: late.signal }).catch(() => {})]);
        late.abort();
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

/** The answers that are not finished. Once they are the last, each connection ends with the one that it waits for. */
function trackAnswers() {
  const open = new Set<ServerResponse>();
  let areLast = false;

  function endWith(response: ServerResponse): void {
    const { socket } = response;
    // Answers with `Connection: close`.
    response.shouldKeepAlive = false;
    // Its headers may have been sent before.
    response.once('close', () => socket?.destroySoon());
  }

  return {
    add(response: ServerResponse): void {
      open.add(response);
      response.once('close', () => open.delete(response));
      if (areLast) endWith(response);
    },
    makeLast(): void {
      areLast = true;
      for (const response of open) endWith(response);
    },
  };
}

/** A client that keeps sending on one connection would keep the server up for as long as it is allowed to. */
function close(server: Server, answers: ReturnType<typeof trackAnswers>): Promise<void> {
  answers.makeLast();
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
