import type { Wordrise } from '@wordrise/core';
import { type TomorrowView, tomorrowVerdicts, type WarmUpView } from '@wordrise/core/contract';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FinishedRequest } from '../http/request-log.ts';

export interface Metrics {
  contentType: string;
  text(): Promise<string>;
  requestFinished(request: FinishedRequest): void;
  passFinished(counts: { done: number; waiting: number; failed: number }): void;
}

/** Omits the database's metrics while it is unreachable: that is when the others are needed most. */
const unknown = () => undefined;

/** Gauges with a counter's name, which Prometheus advises against. Other metrics have the same numbers by type. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

let ofProcess: Registry | undefined;

/**
 * The metrics of Node.js. Their observers stay until the process ends, and a server opens the product again whenever
 * settings change: with observers of its own, each one that was opened before would stay in memory.
 */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
    for (const name of misnamed) ofProcess.removeSingleMetric(name);
  }
  return ofProcess;
}

/** Prometheus metrics, in a registry per app, so that several apps can run in one process. */
export function createMetrics({ schedule, processor, tomorrow, warmUp }: Wordrise): Metrics {
  const registry = new Registry();
  const registers = [registry];
  processMetrics();
  const judge = shared(() => tomorrow().catch(unknown));
  const requests = new Histogram({
    name: 'wordrise_http_request_seconds',
    help: 'Time to answer HTTP requests, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const events = new Counter({
    name: 'wordrise_processor_events_total',
    help: 'Things that passes of this process did, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  new Gauge({
    name: 'wordrise_emails',
    help: 'Scheduled emails, by status',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset();
      const stats = await schedule.stats().catch(unknown);
      if (!stats) return;
      const { total: _total, ...counts } = stats;
      for (const [status, count] of Object.entries(counts)) this.set({ status }, count);
    },
  });
  new Gauge({
    name: 'wordrise_processor_last_pass_timestamp_seconds',
    help: 'When a pass last finished, in any process; 0 where none ever did',
    registers,
    async collect() {
      const finished = processor.lastPass().then((pass) => (pass?.finishedAt.getTime() ?? 0) / 1000);
      this.set((await finished.catch(unknown)) ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'wordrise_tomorrow',
    help: 'Whether the email of the next morning will go out: 1 for the verdict that holds',
    labelNames: ['verdict'],
    registers,
    async collect() {
      this.reset();
      const judged = await judge();
      if (!judged) return;
      for (const verdict of tomorrowVerdicts) this.set({ verdict }, Number(verdict === judged.verdict));
    },
  });
  measureReaders(registry, judge);
  measureSends(registry, processor);
  measureMailServers(registry, processor);
  measureWarmUp(registry, warmUp);
  return {
    contentType: registry.contentType,
    text: () => Registry.merge([processMetrics(), registry]).metrics(),
    requestFinished({ method, route = 'other', status, seconds }) {
      requests.observe({ method, route, status }, seconds);
    },
    passFinished({ done, waiting, failed }) {
      for (const [outcome, count] of Object.entries({ done, waiting, failed }))
        events.inc({ outcome }, count);
    },
  };
}

function measureReaders(registry: Registry, judge: () => Promise<TomorrowView | undefined>): void {
  const registers = [registry];
  new Gauge({
    name: 'wordrise_readers',
    help: 'Readers by status; only subscribed ones get the next email',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset();
      const judged = await judge();
      for (const [status, count] of Object.entries(judged?.readersByStatus ?? {}))
        this.set({ status }, count);
    },
  });
  new Gauge({
    name: 'wordrise_readers_in_doubt',
    help: 'Readers who may or may not have an email of the last three days; see wordrise tomorrow',
    registers,
    async collect() {
      const judged = await judge();
      this.set(judged ? judged.doubts.reduce((sum, { readers }) => sum + readers, 0) : Number.NaN);
    },
  });
}

const readerStates = ['queued', 'inFlight', 'deferred', 'sent', 'failed', 'unknown', 'skipped'] as const;

/** Emails that are sent to each reader from here; no values if the provider sends them. */
function measureSends(registry: Registry, processor: Wordrise['processor']): void {
  const registers = [registry];
  const sending = shared(() => processor.sending().catch(unknown));
  new Gauge({
    name: 'wordrise_send_readers',
    help: 'Readers of the email that is being sent by SMTP, or was sent last, by what became of it',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const latest = (await sending())?.latest;
      if (!latest) return;
      for (const state of readerStates) {
        this.set({ state: state === 'inFlight' ? 'in_flight' : state }, latest[state]);
      }
    },
  });
  const ofProviders = async () => (await processor.sending().catch(unknown))?.latest?.providers ?? [];
  new Gauge({
    name: 'wordrise_mailbox_provider_readers',
    help: 'Readers of that email by mailbox provider: accepted emails, and those that wait because it asked for less',
    labelNames: ['provider', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const { name, sent, waiting } of await ofProviders()) {
        this.set({ provider: name || 'other', state: 'sent' }, sent);
        this.set({ provider: name || 'other', state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'wordrise_mailbox_provider_backoff_seconds',
    help: 'How long nothing is sent to a mailbox provider that asked for less; 0 while it is sent to slowly',
    labelNames: ['provider'],
    registers,
    async collect() {
      this.reset();
      for (const { name, until, reason } of await ofProviders()) {
        if (reason === null) continue;
        const seconds = until === null ? 0 : (new Date(until).getTime() - Date.now()) / 1000;
        this.set({ provider: name }, Math.max(0, Math.round(seconds)));
      }
    },
  });
  new Counter({
    name: 'wordrise_deliveries_accepted_total',
    help: 'Emails to readers that the mail server accepted, in any process',
    registers,
    async collect() {
      this.reset();
      const counts = await sending();
      this.inc(counts?.accepted ?? 0);
    },
  });
  new Gauge({
    name: 'wordrise_send_lag_seconds',
    help: 'How long the email that is being sent has been going on, while readers whose time has come wait for it',
    registers,
    async collect() {
      this.reset();
      const counts = await sending();
      if (counts) this.set(lagOf(counts.latest));
    },
  });
}

/** The answers of a mail server, under the words of the documents. */
const relayResults = { accepted: 'sent', refused: 'failed', later: 'deferred', unknown: 'unknown' } as const;

/** Both mail servers; no values with one. */
function measureMailServers(registry: Registry, processor: Wordrise['processor']): void {
  const registers = [registry];
  const relays = shared(async () => (await processor.sending().catch(unknown))?.relays ?? []);
  new Counter({
    name: 'wordrise_mail_server_emails_total',
    help: 'Emails to readers by mail server and its answer, in any process, while there are two servers',
    labelNames: ['server', 'result'],
    registers,
    async collect() {
      this.reset();
      for (const relay of await relays())
        for (const [result, field] of Object.entries(relayResults))
          this.inc({ server: relay.relay, result }, relay[field]);
    },
  });
  new Gauge({
    name: 'wordrise_mail_server_out',
    help: 'Whether nothing gets through to a mail server: 1 until it answers again; with failover, the other one carries its emails',
    labelNames: ['server'],
    registers,
    async collect() {
      this.reset();
      for (const { relay, outSince } of await relays()) this.set({ server: relay }, Number(!!outSince));
    },
  });
  new Gauge({
    name: 'wordrise_mail_server_backoff_seconds',
    help: 'How long nothing is sent through a mail server that was out or asked for less',
    labelNames: ['server'],
    registers,
    async collect() {
      this.reset();
      for (const { relay, until } of await relays()) {
        const seconds = until ? (until.getTime() - Date.now()) / 1000 : 0;
        this.set({ server: relay }, Math.max(0, Math.round(seconds)));
      }
    },
  });
}

/** The warm-up of a new domain; no values without one. */
function measureWarmUp(registry: Registry, warmUp: Wordrise['warmUp']): void {
  const registers = [registry];
  const view = shared(() => warmUp().catch(unknown));
  const gauges: [name: string, help: string, value: (view: WarmUpView) => number | null][] = [
    [
      'wordrise_warm_up_day',
      'The place of today in the warm-up of a new domain, from 1; more than wordrise_warm_up_days once it is over',
      ({ today }) => today,
    ],
    ['wordrise_warm_up_days', 'How many days the warm-up has', ({ days }) => days],
    [
      'wordrise_warm_up_emails',
      'How many emails the warm-up allows today; no value once it is over',
      ({ most }) => most,
    ],
    [
      'wordrise_warm_up_taken_emails',
      'Emails of today so far, with confirmations and welcomes',
      ({ taken }) => taken,
    ],
    [
      'wordrise_warm_up_held_readers',
      'Readers whom the emails of today have held back; of several emails, the most',
      ({ held }) => held,
    ],
  ];
  for (const [name, help, value] of gauges) {
    new Gauge({
      name,
      help,
      // Without a label, it would have the value 0 before the first answer.
      labelNames: ['schedule'],
      registers,
      async collect() {
        this.reset();
        const current = await view();
        const measured = current ? value(current) : null;
        if (current && measured !== null) this.set({ schedule: current.schedule }, measured);
      },
    });
  }
}

/** All metrics of one answer share one reading of the database. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= read().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

type Latest = NonNullable<Awaited<ReturnType<Wordrise['processor']['sending']>>>['latest'];

function lagOf(latest: Latest): number {
  // Between two waves nobody waits yet.
  if (!latest || latest.nextAt !== null || latest.queued + latest.inFlight === 0) return 0;
  return Math.max(0, (Date.now() - new Date(latest.startedAt).getTime()) / 1000);
}
