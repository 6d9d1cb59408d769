import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { RelayProgress } from '../../contract/deliveries.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { isoInstant, tables } from '../../platform/database/query.ts';
import type { SecondFor, SmtpLimits } from '../../platform/settings/config.ts';
import { bigProviders, type MailboxProviders } from '../dns/mailbox-providers.ts';
import { ProviderUnreachable, type RelayState } from '../mail-provider.ts';
import { domainOf, type Recipient } from '../mailing-list.ts';
import type { SmtpPolicy } from '../policy.ts';
import { ProviderBackoff } from '../provider-backoff.ts';
import type { Carrier } from './carrier.ts';
import type { LoadedSend } from './engine-tables.ts';
import { ProviderPaces } from './provider-pace.ts';
import { SendBudget } from './send-budget.ts';
import { heldFrom, isBefore } from './warm-up.ts';

const SendRelaySchema = defineEntity({
  name: 'SendRelay',
  tableName: 'smtp_send_relays',
  properties: {
    sendId: p.integer().primary(),
    /** One of `relayNames`. */
    relay: p.string().length(20).primary(),
    sent: p.integer().default(0),
    /** Other answers to tries: refused, not now, and those that were lost. */
    failed: p.integer().default(0),
    deferred: p.integer().default(0),
    unknown: p.integer().default(0),
  },
});

/** What a relay answered to the emails of one send, while there are two. */
export class SendRelay extends SendRelaySchema.class {}
SendRelaySchema.setClass(SendRelay);

const counts = tables<{ smtp_send_relays: SendRelay }>();

/** Under which the database has what a relay has left of its limits, and until when to back off from it. */
export const relayNames = { first: 'smtp', second: 'smtp-second' } as const;
type RelayPlace = keyof typeof relayNames;

/** How one relay is reached. */
export interface RelayOptions {
  /** How many emails can be at the server at a time. */
  connections: number;
  /** Of all processes together. */
  limits: SmtpLimits;
  /** Opens the way to the server, when there is something to send. */
  open: () => Carrier;
  /** Whether the server takes a connection and our login, without an email. Only asked if there are two. */
  answers?: (() => Promise<boolean>) | undefined;
  /** Throws while the server asks not to be called; all processes share it. */
  checkBackoff: () => Promise<void>;
  /** @param reason What the server said. */
  onBackoff: (ms: number, reason?: string) => Promise<void>;
}

/** A mail server that takes emails for everybody, with all that is its own. */
export interface Relay
  extends Pick<RelayOptions, 'connections' | 'limits' | 'checkBackoff' | 'onBackoff' | 'answers'> {
  place: RelayPlace;
  pace: Pace;
  /** Of each mailbox provider. */
  paces: ProviderPaces;
  /** Without limits, emails pass without asking. */
  budget: SendBudget | undefined;
  rests: BackoffGrowth;
  /** Opened when first needed. */
  carrier: () => Carrier;
  /** Cuts the connections; the next call of `carrier` opens new ones. */
  cut: () => void;
  /** Like `cut`, but leaves connections that are sending. */
  retire: () => void;
}

/**
 * The number of emails on their way at a time: fewer after the server asked for less, until it accepts more again.
 */
interface Pace {
  readonly most: number;
  width: number;
}

/** The length of the next rest: longer each time, until something succeeds. */
export interface BackoffGrowth {
  next(): number;
  /** Begins the next rest, for this process alone. */
  begin(now: Date): void;
  isResting(now: Date): boolean;
  reset(): void;
}

export function backoffGrowth({ firstMs, longestMs }: { firstMs: number; longestMs: number }): BackoffGrowth {
  let next = firstMs;
  let until = 0;
  const grow = () => {
    const rest = next;
    next = Math.min(longestMs, 2 * next);
    return rest;
  };
  return {
    next: grow,
    begin(now) {
      until = now.getTime() + grow();
    },
    // A later end was set by a clock that has been corrected since.
    isResting: (now) => now.getTime() < until && until - now.getTime() <= longestMs,
    reset() {
      next = firstMs;
      until = 0;
    },
  };
}

interface RelayDeps {
  database: OpenDatabase;
  now: () => Date;
  policy: SmtpPolicy;
  providers: MailboxProviders;
}

export function createRelay(
  place: RelayPlace,
  { open, answers, connections, limits, checkBackoff, onBackoff }: RelayOptions,
  deps: RelayDeps,
): Relay {
  let opened: Carrier | undefined;
  const close = (force: boolean) => {
    opened?.close({ force });
    opened = undefined;
  };
  const retire = () => close(false);
  const { database, now, policy } = deps;
  const most = mostInFlight({ connections, limits }, policy);
  return {
    place,
    connections,
    limits,
    checkBackoff,
    onBackoff,
    answers,
    pace: { most, width: most },
    paces: new ProviderPaces({ ...deps, most }),
    budget: Object.values(limits).some((limit) => limit > 0)
      ? new SendBudget({ database, now, limits, connections, retire }, relayNames[place])
      : undefined,
    rests: backoffGrowth(policy.rest),
    carrier: () => (opened ??= open()),
    cut: () => close(true),
    retire,
  };
}

/** Few at a low rate, so that a stop does not wait for many emails. */
function mostInFlight(
  { connections, limits: { perSecond } }: Pick<RelayOptions, 'connections' | 'limits'>,
  policy: SmtpPolicy,
): number {
  const most = connections * policy.inFlightPerConnection;
  const secondsOfDrain = Math.floor(policy.drainMs / 2000);
  return perSecond > 0 ? Math.max(1, Math.min(most, secondsOfDrain * perSecond)) : most;
}

/** Why nothing goes through a relay; `undefined` if it takes emails. */
export async function restOf(relay: Relay, now: Date): Promise<Rest | undefined> {
  try {
    await relay.checkBackoff();
    return undefined;
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    return { until: new Date(now.getTime() + 1000 * (error.retryAfterSeconds ?? 0)), error };
  }
}

/** A relay asked not to be called, or was down. */
export interface Rest {
  until: Date;
  error: ProviderUnreachable;
}

/** Decides which relay carries whose email. */
export interface Routes {
  /** Whether the second relay is there for when the first one is out. */
  isFailover: boolean;
  /**
   * The relays that may carry an email of a send to a reader. One after another is asked, while those before take no
   * emails. This is the only place that decides it.
   */
  of(reader: Pick<Recipient, 'email' | 'readerId' | 'since'>, send: LoadedSend): readonly Relay[];
  /** Called with the addresses before `of` is. */
  learn(emails: readonly string[]): Promise<void>;
}

export function routesOf(
  [first, second]: readonly [Relay, Relay | undefined],
  secondFor: SecondFor,
  providers: MailboxProviders,
): Routes {
  if (!second || secondFor === 'failover') {
    const both = second ? [first, second] : [first];
    return { isFailover: second !== undefined, of: () => both, learn: async () => {} };
  }
  const [ofFirst, ofSecond] = [[first], [second]];
  if (secondFor === 'warm-up') {
    return {
      isFailover: false,
      of({ readerId: id, since = new Date(0) }, send) {
        const from = send.isRestSent ? heldFrom(send) : undefined;
        return from && !isBefore({ since: new Date(since), id }, from) ? ofSecond : ofFirst;
      },
      learn: async () => {},
    };
  }
  const group = new Set(secondFor);
  // Who is behind the domains of companies and clubs is only known from DNS.
  const isByMx = bigProviders.some((name) => group.has(name));
  return {
    isFailover: false,
    of({ email }) {
      const domain = domainOf(email);
      return group.has(domain) || group.has(providers.of(domain)) ? ofSecond : ofFirst;
    },
    learn: async (emails) => (isByMx ? providers.learn(emails.map(domainOf)) : undefined),
  };
}

/** How many emails got which answer. */
export type RelayAnswers = Pick<RelayState, 'sent' | 'failed' | 'deferred' | 'unknown'>;

/** Adds what a relay answered to emails of a send. */
export async function countAnswers(
  { database }: { database: OpenDatabase },
  sendId: number,
  { place }: Relay,
  { sent, failed, deferred, unknown }: RelayAnswers,
): Promise<void> {
  if (sent + failed + deferred + unknown === 0) return;
  const sum = (column: string) => {
    const name = sql.ref(column);
    return sql`${name} = ${sql.ref(`smtp_send_relays.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  };
  await database.writeTogether((run) =>
    run(
      sql`insert into smtp_send_relays (send_id, relay, sent, failed, deferred, unknown)
        values (${sendId}, ${relayNames[place]}, ${sent}, ${failed}, ${deferred}, ${unknown})
        on conflict (send_id, relay) do update set ${sql.join(['sent', 'failed', 'deferred', 'unknown'].map(sum))}`,
    ),
  );
}

/** How many emails of a send each relay has accepted. */
export async function sentThrough(
  { database }: { database: OpenDatabase },
  sendId: number,
): Promise<(relay: Relay) => number> {
  const rows = await database.read(
    counts.selectFrom('smtp_send_relays').select(['relay', 'sent']).where('send_id', '=', sendId),
  );
  return ({ place }) => rows.find(({ relay }) => relay === relayNames[place])?.sent ?? 0;
}

/** Records that nothing gets through to a relay, unless that is known already. */
export async function noteOut({ database, now }: OutageDeps, { place }: Relay): Promise<void> {
  const since = await database.sharedTime(now());
  await database.em().nativeUpdate(ProviderBackoff, { name: relayNames[place], since: null }, { since });
}

/** Records that a relay is back. @param before It was out already then; a later outage is another one. */
export async function noteBack({ database }: OutageDeps, { place }: Relay, before: Date): Promise<void> {
  const name = relayNames[place];
  await database.em().nativeUpdate(ProviderBackoff, { name, since: { $lt: before } }, { since: null });
}

interface OutageDeps {
  database: OpenDatabase;
  now: () => Date;
}

/**
 * Finds out whether relays that were out are back, without an email. Otherwise nobody would know before the next email,
 * which may be a day later.
 */
export async function lookForReturn(deps: OutageDeps, relays: readonly Relay[]): Promise<void> {
  const { database, now } = deps;
  const at = await database.sharedTime(now());
  const out = await database.em().find(ProviderBackoff, { since: { $ne: null }, until: { $lte: at } });
  for (const relay of relays) {
    const row = out.find(({ name }) => name === relayNames[relay.place]);
    if (!row) continue;
    if (await relay.answers?.()) {
      relay.rests.reset();
      await noteBack(deps, relay, at);
    } else await relay.onBackoff(relay.rests.next(), row.reason ?? undefined);
  }
}

/** What each of two relays has answered so far, and whether it takes emails. */
export async function relayStates(
  { database, now }: OutageDeps,
  relays: readonly Relay[],
  { isFailover }: Pick<Routes, 'isFailover'>,
): Promise<RelayState[]> {
  const answers = await database.read(
    sql<{ relay: string } & Record<keyof RelayAnswers, number | string>>`select relay, sum(sent) as sent,
      sum(failed) as failed, sum(deferred) as deferred, sum(unknown) as unknown from smtp_send_relays group by relay`,
  );
  const rests = await database.em().find(ProviderBackoff, { name: Object.values(relayNames) });
  const at = await database.sharedTime(now());
  const states = relays.map((relay) => {
    const name = relayNames[relay.place];
    // PostgreSQL's sums come as text.
    const {
      sent = 0,
      failed = 0,
      deferred = 0,
      unknown = 0,
    } = answers.find((row) => row.relay === name) ?? {};
    const { until, since, reason = null } = rests.find((rest) => rest.name === name) ?? {};
    return {
      relay: relay.place,
      sent: Number(sent),
      failed: Number(failed),
      deferred: Number(deferred),
      unknown: Number(unknown),
      until: until && until > at ? until : undefined,
      outSince: since ?? undefined,
      reason: since || (until && until > at) ? reason : null,
    };
  });
  return states.map((state) => ({
    ...state,
    hasStandIn: isFailover && states.some(({ relay, outSince }) => relay !== state.relay && !outSince),
  }));
}

/** How an email goes out through each of two relays. */
export async function relayProgress(
  { database, now }: { database: OpenDatabase; now: () => Date },
  sendId: number,
  relays: readonly Relay[],
): Promise<RelayProgress[]> {
  const sent = await sentThrough({ database }, sendId);
  const at = await database.sharedTime(now());
  const resting = await database.em().find(ProviderBackoff, { until: { $gt: at } });
  return Promise.all(
    relays.map(async (relay): Promise<RelayProgress> => {
      const rest = resting.find(({ name }) => name === relayNames[relay.place]);
      const hold = rest ? undefined : await relay.budget?.hold();
      return {
        relay: relay.place,
        sent: sent(relay),
        until: rest || hold ? isoInstant((rest ?? hold)?.until ?? at) : null,
        reason: rest?.reason ?? hold?.reason ?? null,
      };
    }),
  );
}

/** `The second mail server`, as a message begins. */
export const nameOfRelay = ({ place }: Pick<Relay, 'place'>) => `The ${place} mail server`;

/** Says which relay gave an answer that is shown. Without it, the answer is of the first one, or of the only one. */
const ofSecond = ' (the second mail server)';
export const answerOf = ({ place }: Relay, answer: string) =>
  place === 'second' ? `${answer}${ofSecond}` : answer;
export const isAnswerOf = ({ place }: Relay, answer: string) =>
  answer.endsWith(ofSecond) === (place === 'second');
