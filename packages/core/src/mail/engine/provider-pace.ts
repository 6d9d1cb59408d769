import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { ProviderProgress } from '../../contract/deliveries.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { isoInstant, jsonTable, tables } from '../../platform/database/query.ts';
import { bigProviders, MailboxProviders } from '../dns/mailbox-providers.ts';
import { domainOf } from '../mailing-list.ts';
import type { SmtpPolicy } from '../policy.ts';

const MailboxProviderSchema = defineEntity({
  name: 'MailboxProvider',
  tableName: 'mailbox_providers',
  properties: {
    /** A big one by its name, others by a domain. */
    name: p.string().length(100).primary(),
    /** Nothing is sent to its mailboxes until then. */
    until: p.datetime(3),
    /** What was answered. */
    reason: p.text(),
    /** How long the next pause will be. */
    restMs: p.integer(),
  },
});

/** A mailbox provider that has asked for less mail. There is no row for others. */
export class MailboxProvider extends MailboxProviderSchema.class {}
MailboxProviderSchema.setClass(MailboxProvider);

const SendProviderSchema = defineEntity({
  name: 'SendProvider',
  tableName: 'smtp_send_providers',
  properties: {
    sendId: p.integer().primary(),
    provider: p.string().length(100).primary(),
    sent: p.integer().default(0),
  },
});

/** How many emails of one send went to mailboxes of a provider. The small ones are counted together. */
export class SendProvider extends SendProviderSchema.class {}
SendProviderSchema.setClass(SendProvider);

const paces = tables<{ mailbox_providers: MailboxProvider; smtp_send_providers: SendProvider }>();

/** Counts everyone who is neither big nor slow. */
const others = '';

export interface ProviderPaceDeps {
  database: OpenDatabase;
  now: () => Date;
  policy: Pick<SmtpPolicy, 'rest'>;
  /** How many emails are on their way at a time. */
  most: number;
  providers: MailboxProviders;
}

/** What is known about a provider that has asked for less. */
interface Slow {
  /** How many emails may be on their way to it. */
  width: number;
  accepted: number;
  until: number;
  restMs: number;
  reason: string;
  /** Emails that wait here for one that is on its way. */
  queue: (() => void)[];
  /** Emails that were put off since something was sent. */
  putOff: number;
  /** When it last asked for less. */
  askedAt: number;
  isStored: boolean;
}

/** A provider that did not ask for less for so long has its usual pace again. */
const forgottenAfterMs = 3_600_000;
/** How far apart emails are put off, for a provider whose next answer is not known. */
const spacingMs = 250;
/** So many providers that ask for less, while nobody accepts anything, are the relay itself. */
const slowTogether = 3;

/**
 * The pace for each mailbox provider, learned from its answers. Providers that never asked for less are not slowed down,
 * and nothing is looked up or stored for them.
 */
export class ProviderPaces {
  readonly #deps: ProviderPaceDeps;
  readonly #providers: MailboxProviders;
  readonly #slow = new Map<string, Slow>();
  readonly #open = new Map<string, number>();
  /** Which ones asked for less since any email was accepted. */
  readonly #refusing = new Set<string>();
  /** Those that have their usual pace again, until others know. */
  readonly #recovered = new Set<string>();
  #queued = 0;

  constructor(deps: ProviderPaceDeps) {
    this.#deps = deps;
    this.#providers = deps.providers;
  }

  /** Emails that wait in memory for others to the same provider. */
  get queued(): number {
    return this.#queued;
  }

  of(email: string): string {
    return this.#providers.of(domainOf(email));
  }

  /** The name under which it is counted. */
  counted(provider: string): string {
    return bigProviders.includes(provider) || this.#slow.has(provider) ? provider : others;
  }

  /** Learns what other processes know. */
  async load(): Promise<void> {
    const { database, now } = this.#deps;
    const rows = await database.read(
      paces.selectFrom('mailbox_providers').select(['name', 'until', 'reason', 'rest_ms as restMs']),
    );
    const at = now().getTime();
    for (const { name, until: stored, reason, restMs } of rows) {
      const until = new Date(stored).getTime();
      const slow = this.#slow.get(name);
      if (until < at - forgottenAfterMs) continue;
      if (slow)
        Object.assign(slow, { until: Math.max(slow.until, until), askedAt: Math.max(slow.askedAt, until) });
      else {
        const learned = { ...unhurried, queue: [], width: 1, until, restMs, reason, askedAt: until };
        this.#slow.set(name, { ...learned, isStored: true });
      }
    }
    for (const [name, { askedAt }] of this.#slow) {
      if (askedAt < at - forgottenAfterMs) this.#recover(name);
    }
  }

  /** Finds out who is behind the domains, once someone is slow: then it matters. */
  async learn(emails: readonly string[]): Promise<void> {
    if (this.#slow.size === 0) return;
    await this.#providers.learn(emails.map(domainOf));
    // It was slow under the name of its domain until DNS answered.
    for (const [name, slow] of this.#slow) {
      const provider = this.#providers.of(name);
      if (provider === name || this.#slow.has(provider)) continue;
      this.#slow.set(provider, { ...slow, queue: [], isStored: false });
    }
  }

  /**
   * @returns when an email to this provider is put off, and why; otherwise it may be sent now. Call `leave` after it
   */
  async enter(provider: string): Promise<{ dueAt: Date; reason: string } | undefined> {
    // Read again after each wait: it may have its usual pace again, or have asked for less once more.
    for (let slow = this.#slow.get(provider); slow; slow = this.#slow.get(provider)) {
      const at = this.#deps.now().getTime();
      if (at < slow.until) return putOff(slow, slow.until);
      if ((this.#open.get(provider) ?? 0) < slow.width) break;
      const { queue } = slow;
      if (queue.length >= slow.width || this.#queued >= this.#deps.most / 2) return putOff(slow, at + 1000);
      this.#queued += 1;
      await new Promise<void>((resolve) => queue.push(resolve));
      this.#queued -= 1;
    }
    this.#open.set(provider, (this.#open.get(provider) ?? 0) + 1);
    return undefined;
  }

  leave(provider: string): void {
    const open = (this.#open.get(provider) ?? 1) - 1;
    if (open > 0) this.#open.set(provider, open);
    else this.#open.delete(provider);
    const slow = this.#slow.get(provider);
    if (slow) wake(slow);
  }

  accepted(provider: string): void {
    this.#refusing.clear();
    const slow = this.#slow.get(provider);
    if (!slow) return;
    slow.accepted += 1;
    slow.putOff = 0;
    slow.restMs = this.#deps.policy.rest.firstMs;
    if (slow.accepted % slow.width === 0) slow.width += 1;
    if (slow.width >= this.#deps.most) this.#recover(provider);
  }

  #recover(provider: string): void {
    const slow = this.#slow.get(provider);
    this.#slow.delete(provider);
    this.#recovered.add(provider);
    if (slow) wake(slow);
  }

  /**
   * A provider asked for less.
   *
   * @returns when an email to it is due again; `undefined` if it is not about this provider: all of them ask for it
   */
  slowDown(provider: string, answer: string): Date | undefined {
    const { policy, now, most } = this.#deps;
    this.#refusing.add(provider);
    if (this.#refusing.size >= slowTogether) return undefined;
    const open = this.#open.get(provider) ?? 1;
    const slow: Slow = this.#slow.get(provider) ?? {
      ...unhurried,
      queue: [],
      width: Math.max(1, Math.min(open, Math.floor(most / 4))),
      restMs: policy.rest.firstMs,
    };
    this.#slow.set(provider, slow);
    const at = now().getTime();
    slow.reason = answer;
    slow.askedAt = at;
    this.#recovered.delete(provider);
    // Answers to emails that were on their way already.
    if (at < slow.until) return putOff(slow, slow.until).dueAt;
    if (slow.accepted === 0 && slow.width === 1) {
      slow.until = at + slow.restMs;
      slow.restMs = Math.min(policy.rest.longestMs, 2 * slow.restMs);
      wake(slow);
    }
    slow.width = Math.max(1, Math.floor(slow.width / 2));
    slow.accepted = 0;
    slow.isStored = false;
    return putOff(slow, Math.max(slow.until, at + policy.rest.firstMs)).dueAt;
  }

  /** Tells other processes, and adds what was sent. */
  async store(sendId: number, sent: ReadonlyMap<string, number>): Promise<void> {
    const { database, now } = this.#deps;
    await this.#providers.store();
    const fresh = [...this.#slow].filter(([, { isStored }]) => !isStored);
    const counts = [...sent];
    const recovered = [...this.#recovered];
    this.#recovered.clear();
    if (fresh.length + counts.length + recovered.length === 0) return;
    for (const [, slow] of fresh) slow.isStored = true;
    const { kind } = database;
    const slow = jsonTable(
      kind,
      { name: 'text', until: 'timestamptz', reason: 'text', rest_ms: 'integer' },
      fresh.map(([name, { until, askedAt, reason, restMs }]) => ({
        name,
        until: new Date(Math.max(until, askedAt)),
        reason,
        rest_ms: restMs,
      })),
    );
    const added = jsonTable(
      kind,
      { provider: 'text', sent: 'integer' },
      counts.map(([provider, count]) => ({ provider, sent: count })),
    );
    await database.writeTogether(async (run) => {
      if (fresh.length > 0) {
        await run(
          sql`insert into mailbox_providers (name, until, reason, rest_ms)
            select name, until, reason, rest_ms from ${slow} as slow where true order by name
            on conflict (name) do update set until = excluded.until, reason = excluded.reason,
            rest_ms = excluded.rest_ms`,
        );
        const before = new Date(now().getTime() - 24 * forgottenAfterMs);
        await run(paces.deleteFrom('mailbox_providers').where('until', '<', before));
      }
      if (recovered.length > 0) {
        await run(paces.deleteFrom('mailbox_providers').where('name', 'in', recovered));
      }
      if (counts.length > 0) {
        await run(
          sql`insert into smtp_send_providers (send_id, provider, sent)
            select ${sendId}, provider, sent from ${added} as added where true order by provider
            on conflict (send_id, provider) do update set sent = smtp_send_providers.sent + excluded.sent`,
        );
      }
    });
  }
}

const unhurried = { accepted: 0, until: 0, reason: '', putOff: 0, askedAt: 0, isStored: false };

/** All of them, since one that is put off would not pass its turn on. Each looks again whether it may go. */
function wake({ queue }: Slow): void {
  for (const go of queue.splice(0)) go();
}

/** Each a little later than the one before, so that they do not come back together. */
function putOff(slow: Slow, from: number): { dueAt: Date; reason: string } {
  slow.putOff += 1;
  const most = 600_000;
  const dueAt = new Date(from + Math.min(most, (slow.putOff * spacingMs) / slow.width));
  return { dueAt, reason: `Waits, because its mailbox provider asked for less mail: ${slow.reason}` };
}

/** More waiting emails are not counted. */
const mostCounted = 100_000;

/**
 * How an email goes out to each mailbox provider; empty if there is nothing to tell apart.
 *
 * @param accepted How many emails were accepted in all. Counts that are not stored yet, or were lost with a process that
 *   was killed, are among those of the others: the sum is always this.
 */
export async function providersOf(
  { database, now }: Pick<ProviderPaceDeps, 'database' | 'now'>,
  sendId: number,
  accepted: number,
): Promise<ProviderProgress[]> {
  const at = now().getTime();
  const sent = await database.read(
    paces.selectFrom('smtp_send_providers').select(['provider', 'sent']).where('send_id', '=', sendId),
  );
  const slow = await database.read(
    paces
      .selectFrom('mailbox_providers')
      .select(['name', 'until', 'reason'])
      .where('until', '>', new Date(at - forgottenAfterMs)),
  );
  const waiting = slow.length > 0 ? await countWaiting({ database, now }, sendId) : new Map<string, number>();
  const named = new Map<string, ProviderProgress>();
  const entry = (name: string) => {
    const known = named.get(name) ?? { name, sent: 0, waiting: 0, until: null, reason: null };
    named.set(name, known);
    return known;
  };
  for (const { provider, sent: count } of sent) if (provider !== others) entry(provider).sent += count;
  for (const { name, until, reason } of slow) {
    const count = waiting.get(name) ?? 0;
    // It was about another email.
    if (count === 0 && !named.has(name)) continue;
    const isResting = new Date(until).getTime() > at;
    Object.assign(entry(name), { waiting: count, until: isResting ? isoInstant(until) : null, reason });
  }
  if (named.size === 0) return [];
  const told = [...named.values()].reduce((sum, one) => sum + one.sent, 0);
  if (accepted > told) entry(others).sent = accepted - told;
  return [...named.values()].sort(
    (one, other) =>
      other.waiting - one.waiting ||
      Number(one.name === others) - Number(other.name === others) ||
      other.sent - one.sent,
  );
}

async function countWaiting(
  deps: Pick<ProviderPaceDeps, 'database' | 'now'>,
  sendId: number,
): Promise<Map<string, number>> {
  const { database } = deps;
  const domain =
    database.kind === 'sqlite' ? sql`substr(email, instr(email, '@') + 1)` : sql`split_part(email, '@', 2)`;
  const rows = await database.read(
    sql<{ domain: string; count: number }>`select domain, cast(count(*) as integer) as count from (
        select ${domain} as domain from deliveries join registrations on registrations.id = reader_id
        where send_id = ${sendId} and problem is not null and problem = 'deferred'
        limit ${mostCounted}) as waiting group by domain`,
  );
  const providers = new MailboxProviders(deps);
  await providers.recall(rows.map((row) => row.domain));
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = providers.of(row.domain);
    counts.set(name, (counts.get(name) ?? 0) + row.count);
  }
  return counts;
}
