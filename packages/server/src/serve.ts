import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Config, type Overrides, openWordrise, type Wordrise } from '@wordrise/core';
import { createApp } from './app.ts';
import { connectionLimits, createHttpServer } from './http/http-server.ts';
import { createLog, type Log } from './http/request-log.ts';
import { createProcessor } from './processor/processor.ts';
import { loadSite, type Site } from './site/site.ts';
import { createMetrics } from './system/metrics.ts';

export interface RunningServer {
  wordrise: Wordrise;
  /** The server's address, such as `http://127.0.0.1:5000`. */
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
}

/** Requests that take longer than this after `stop` are cut off. */
const graceMs = 10_000;

/** Opens everything, listens, and runs the processor every five minutes unless `PROCESSOR=off`. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? createLog(config.logLevel);
  const site = options.site ?? (await loadSite(config));
  const wordrise = await openWordrise(config, options.overrides);
  try {
    const warning = await wordrise.database.warning();
    if (warning) log.warn(warning);
    await wordrise.mail.start();
    const wanted = config.email.provider.endsWith('sandbox') && options.starterWords !== false;
    const startersAdded = wanted ? await wordrise.words.addStarters() : 0;
    const metrics = createMetrics(wordrise);
    const { passFinished: onFinished } = metrics;
    const processor = config.processor ? createProcessor(wordrise, { log, onFinished }) : undefined;
    const app = createApp(wordrise, { log, site, metrics, onSignup: processor?.signedUp });
    const server = createHttpServer(app, connectionLimits(config));
    const url = await listen(server, config);
    processor?.start();
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

function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const { address, port: chosen, family } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}`);
    });
  });
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
