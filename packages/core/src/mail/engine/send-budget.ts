import { setTimeout as wait } from 'node:timers/promises';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { type Instant, tables } from '../../platform/database/query.ts';
import type { RunStatement } from '../../platform/database/writes.ts';
import type { SmtpLimits } from '../../platform/settings/config.ts';

const SmtpBudgetSchema = defineEntity({
  name: 'SmtpBudget',
  tableName: 'smtp_budgets',
  properties: {
    /** Of the relay. */
    name: p.string().length(20).primary(),
    /** Until when the rate per second is taken. */
    nextAt: p.datetime(3),
  },
});

/** A relay whose limits all processes share. Each process that takes from them holds this row first. */
export class SmtpBudget extends SmtpBudgetSchema.class {}
SmtpBudgetSchema.setClass(SmtpBudget);

const SmtpSpentSchema = defineEntity({
  name: 'SmtpSpent',
  tableName: 'smtp_spent',
  properties: {
    /** Of the relay. */
    name: p.string().length(20).primary(),
    /** Start of the five minutes. */
    at: p.datetime(3).primary(),
    emails: p.integer(),
  },
});

/** How many emails were taken from the hour's and the day's limit in five minutes. */
export class SmtpSpent extends SmtpSpentSchema.class {}
SmtpSpentSchema.setClass(SmtpSpent);

const SmtpShareSchema = defineEntity({
  name: 'SmtpShare',
  tableName: 'smtp_shares',
  properties: {
    /** Of the process. */
    token: p.string().length(32).primary(),
    /** Of the relay. */
    name: p.string().length(20),
    wanted: p.integer(),
    held: p.integer(),
    leaseUntil: p.datetime(3),
  },
});

/** The connections that one process may have open while it sends. */
export class SmtpShare extends SmtpShareSchema.class {}
SmtpShareSchema.setClass(SmtpShare);

const budgets = tables<{ smtp_budgets: SmtpBudget; smtp_spent: SmtpSpent; smtp_shares: SmtpShare }>();

/** Nothing can be sent now, because a limit of the owner is used up. */
export interface Hold {
  until: Date;
  /** User-facing. */
  reason: string;
}

export interface SendBudgetDeps {
  database: OpenDatabase;
  now: () => Date;
  limits: SmtpLimits;
  /** How many connections this process has open at most. */
  connections: number;
  /** Closes idle connections. Called while nothing is being sent. */
  retire: () => void;
}

const minute = 60_000;
/** The accuracy with which an hour and a day are counted. Each email counts until this long after its hour or day. */
const bucketMs = 5 * minute;
const hourMs = 60 * minute;
const dayMs = 24 * hourMs;
/** How far ahead the rate per second is taken. What a process that ends has taken is lost. */
const sliceMs = 200;
/** A process that is killed loses at most this share of the hour's or the day's limit. */
const quotaSlices = 100;
/** A later end was written by a clock that has been corrected since. */
const farthestMs = 5000;
/** Connections of a process that was killed are free again after this. */
const shareLeaseMs = 20_000;
const shareEveryMs = 1000;

const noTime = new Date(0);

/**
 * The limits of the relay, for all processes on one database. Each takes a slice of them: a stretch of time for the rate
 * per second, a few emails for the hour and the day, some connections. Slices never overlap, so that together they stay
 * within the limit. An hour and a day are those before each moment, not those of the clock.
 */
export class SendBudget {
  readonly #deps: SendBudgetDeps;
  readonly #name: string;
  readonly #token = crypto.randomUUID().replaceAll('-', '');
  /** The database's clock is this far ahead. */
  #aheadMs = 0;
  #rate = { from: 0, stepMs: 0, used: 0, count: 0 };
  #quota = { left: 0, bucket: 0 };
  #turns: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #sharing: Promise<unknown> = Promise.resolve();
  readonly #connections: Connections;

  constructor(deps: SendBudgetDeps, name = 'smtp') {
    this.#deps = deps;
    this.#name = name;
    this.#connections = new Connections(deps.limits.connections > 0 ? 0 : deps.connections);
  }

  get #hasQuota(): boolean {
    const { perHour, perDay } = this.#deps.limits;
    return perHour > 0 || perDay > 0;
  }

  /** Whether the hour or the day is used up. */
  async hold(): Promise<Hold | undefined> {
    if (!this.#hasQuota || this.#isQuotaLeft()) return undefined;
    const at = await this.#sharedNow();
    const spent = await this.#deps.database.read(this.#spentSince(at));
    return this.#left(spent, at).hold;
  }

  /**
   * Waits for a connection and for the rate.
   *
   * @param isOver Asked while it waits; if so, the email is not sent.
   * @returns a function to call afterward, or why nothing can be sent
   */
  async enter(isOver: () => boolean): Promise<(() => void) | Hold | 'over'> {
    const leave = await this.#connections.enter(isOver);
    if (!leave) return 'over';
    try {
      const turn = await this.#turn(isOver);
      if (turn === undefined) return leave;
      leave();
      return turn;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** For an email to one person: waits for the rate, and counts, but is sent even beyond the hour and the day. */
  async enterAlone(): Promise<void> {
    if ((await this.#turn(() => false)) === undefined || !this.#hasQuota) return;
    const at = await this.#sharedNow();
    await this.#deps.database.writeTogether((run) => this.#spend(run, bucketOf(at), 1));
  }

  /** Takes a share of the connections, and keeps it until the returned function is called. */
  async open(): Promise<() => Promise<void>> {
    const { limits, database, retire } = this.#deps;
    this.#connections.go();
    if (limits.connections > 0) await this.#share();
    const sharing =
      limits.connections > 0 &&
      setInterval(() => {
        this.#sharing = this.#sharing.then(() => this.#share()).catch(() => {});
      }, shareEveryMs);
    return async () => {
      if (sharing) {
        clearInterval(sharing);
        await this.#sharing;
        await this.#connections.drain();
        retire();
        this.#connections.limit = 0;
      }
      await database.writeTogether(async (run) => {
        if (sharing) await run(budgets.deleteFrom('smtp_shares').where('token', '=', this.#token));
        await this.#giveBack(run);
      });
      this.#quota = { left: 0, bucket: 0 };
    };
  }

  /** One email after another. @returns `undefined` if it may be sent */
  #turn(isOver: () => boolean): Promise<Hold | 'over' | undefined> {
    if (this.#deps.limits.perSecond === 0 && !this.#hasQuota) return Promise.resolve(undefined);
    this.#waiting += 1;
    const turn = this.#turns.then(() => this.#next(isOver)).finally(() => (this.#waiting -= 1));
    this.#turns = turn.catch(() => {});
    return turn;
  }

  async #next(isOver: () => boolean): Promise<Hold | 'over' | undefined> {
    const { now, limits } = this.#deps;
    for (;;) {
      if (isOver()) return 'over';
      const at = now().getTime() + this.#aheadMs;
      const rate = this.#rate;
      const start = rate.from + rate.used * rate.stepMs;
      // What is so old would make others faster than the limit together with this process.
      const isStale = rate.used >= rate.count || at > rate.from + rate.count * rate.stepMs + sliceMs;
      if ((limits.perSecond > 0 && isStale) || (this.#hasQuota && !this.#isQuotaLeft())) {
        const refused = await this.#take(limits.perSecond > 0 && isStale);
        if (refused && 'waitMs' in refused) await wait(refused.waitMs);
        else if (refused) return refused;
        continue;
      }
      if (limits.perSecond > 0) {
        rate.used += 1;
        // A timer is not more exact than this.
        if (start - at >= 5) await wait(start - at);
      }
      if (this.#hasQuota) this.#quota.left -= 1;
      return undefined;
    }
  }

  /** Emails count in the five minutes in which they are sent, so what is left of earlier ones is not used. */
  #isQuotaLeft(): boolean {
    const { left, bucket } = this.#quota;
    const at = this.#deps.now().getTime() + this.#aheadMs;
    return left > 0 && at >= bucket && at < bucket + bucketMs;
  }

  /** Takes a slice. @returns why there is none */
  async #take(needsRate: boolean): Promise<Hold | { waitMs: number } | undefined> {
    const { database, limits } = this.#deps;
    const at = await this.#sharedNow();
    const wanted = Math.max(1, this.#waiting);
    const needsQuota = this.#hasQuota && !this.#isQuotaLeft();
    const taken = await database.writeTogether(async (run) => {
      const takenUntil = await this.#lock(run);
      const from = takenUntil - at.getTime() > farthestMs ? at.getTime() : Math.max(takenUntil, at.getTime());
      if (needsRate && from - at.getTime() >= sliceMs) return { waitMs: from - at.getTime() - sliceMs / 2 };
      let quota = this.#quota;
      if (needsQuota) {
        await this.#giveBack(run);
        const { emails, hold } = this.#left(await run(this.#spentSince(at)), at);
        if (hold) return { hold };
        quota = { left: Math.min(wanted, emails), bucket: bucketOf(at) };
        await this.#spend(run, quota.bucket, quota.left);
      }
      if (!needsRate) return { quota, rate: this.#rate };
      const count = Math.min(wanted, Math.max(1, Math.floor((limits.perSecond * sliceMs) / 1000)));
      const stepMs = 1000 / limits.perSecond;
      const nextAt = new Date(Math.ceil(from + count * stepMs));
      await run(budgets.updateTable('smtp_budgets').set({ next_at: nextAt }).where('name', '=', this.#name));
      return { quota, rate: { from, stepMs, used: 0, count } };
    });
    if ('waitMs' in taken) return { waitMs: taken.waitMs ?? 0 };
    if (needsQuota) this.#quota = { left: 0, bucket: 0 };
    if ('hold' in taken) return taken.hold;
    this.#quota = taken.quota;
    this.#rate = taken.rate;
    return undefined;
  }

  /** @returns until when the rate is taken */
  async #lock(run: RunStatement): Promise<number> {
    const mine = sql<{ next_at: Instant }>`update smtp_budgets set next_at = next_at
      where name = ${this.#name} returning next_at`;
    let [row] = await run(mine);
    if (!row) {
      await run(
        sql`insert into smtp_budgets (name, next_at) values (${this.#name}, ${noTime}) on conflict do nothing`,
      );
      [row] = await run(mine);
    }
    return new Date(row?.next_at ?? 0).getTime();
  }

  #spentSince(at: Date) {
    return budgets
      .selectFrom('smtp_spent')
      .select(['at', 'emails'])
      .where('name', '=', this.#name)
      .where('at', '>', new Date(at.getTime() - dayMs - bucketMs))
      .orderBy('at');
  }

  #left(
    spent: readonly { at: Instant; emails: number }[],
    at: Date,
  ): { emails: number; hold: Hold | undefined } {
    const { perHour, perDay } = this.#deps.limits;
    let least: { emails: number; hold: Hold | undefined } = {
      emails: Number.MAX_SAFE_INTEGER,
      hold: undefined,
    };
    for (const { most, ms, name } of [
      { most: perHour, ms: hourMs, name: 'an hour' },
      { most: perDay, ms: dayMs, name: 'a day' },
    ]) {
      if (most === 0) continue;
      const within = spent.filter((row) => new Date(row.at).getTime() > at.getTime() - ms - bucketMs);
      const left = most - within.reduce((sum, { emails }) => sum + emails, 0);
      const first = within.find(({ emails }) => emails > 0);
      const until = new Date(first ? new Date(first.at).getTime() + ms + bucketMs : at);
      const reason = `The limit of ${most.toLocaleString('en-US')} emails ${name} is reached.`;
      if (left <= 0 && !(least.hold && least.hold.until > until))
        least = { emails: 0, hold: { until, reason } };
      else if (left > 0 && left < least.emails) {
        least = { emails: Math.min(left, Math.max(1, Math.floor(most / quotaSlices))), hold: undefined };
      }
    }
    return least;
  }

  async #spend(run: RunStatement, bucket: number, emails: number): Promise<void> {
    const at = new Date(bucket);
    const added = await run(
      sql<{
        emails: number;
      }>`insert into smtp_spent (name, at, emails) values (${this.#name}, ${at}, ${emails})
        on conflict (name, at) do update set emails = smtp_spent.emails + excluded.emails returning emails`,
    );
    // The first of these five minutes.
    if (added[0]?.emails !== emails) return;
    const before = new Date(bucket - dayMs - 2 * bucketMs);
    await run(budgets.deleteFrom('smtp_spent').where('name', '=', this.#name).where('at', '<', before));
  }

  async #giveBack(run: RunStatement): Promise<void> {
    const { left, bucket } = this.#quota;
    if (left === 0) return;
    await run(
      budgets
        .updateTable('smtp_spent')
        .set(({ eb }) => ({ emails: eb('emails', '-', left) }))
        .where('name', '=', this.#name)
        .where('at', '=', new Date(bucket)),
    );
  }

  /** Renews this process's share of the connections. Everybody shrinks to a fair share, and grows only into free ones. */
  async #share(): Promise<void> {
    const { database, limits, connections, retire } = this.#deps;
    const at = await this.#sharedNow();
    const { limit: before, active } = this.#connections;
    const share = await database.writeTogether(async (run) => {
      await this.#lock(run);
      const rows = await run(
        budgets
          .selectFrom('smtp_shares')
          .select(['token', 'wanted', 'held', 'lease_until'])
          .where('name', '=', this.#name)
          .where('lease_until', '>', at)
          .where('lease_until', '<', new Date(at.getTime() + 2 * shareLeaseMs)),
      );
      const others = rows.filter(({ token }) => token !== this.#token);
      const all = [...others, { token: this.#token, wanted: connections }];
      const free = limits.connections - others.reduce((sum, { held }) => sum + held, 0);
      const target = Math.min(fairShare(all, this.#token, limits.connections), Math.max(0, free));
      // Those that are sending are given up as they end.
      const held = Math.max(target, Math.min(before, active));
      const lease = new Date(at.getTime() + shareLeaseMs);
      await run(
        sql`insert into smtp_shares (token, name, wanted, held, lease_until)
          values (${this.#token}, ${this.#name}, ${connections}, ${held}, ${lease})
          on conflict (token) do update set held = excluded.held, lease_until = excluded.lease_until`,
      );
      await run(
        budgets
          .deleteFrom('smtp_shares')
          .where('name', '=', this.#name)
          .where('lease_until', '<', new Date(at.getTime() - shareLeaseMs)),
      );
      return target;
    });
    this.#connections.limit = share;
    if (share >= before) return;
    await this.#connections.drain();
    retire();
    this.#connections.go();
  }

  async #sharedNow(): Promise<Date> {
    const { database, now } = this.#deps;
    const local = now();
    const shared = await database.sharedTime(local);
    this.#aheadMs = shared.getTime() - local.getTime();
    return shared;
  }
}

const bucketOf = (at: Date) => Math.floor(at.getTime() / bucketMs) * bucketMs;

/** Divides connections among processes, the same way in each of them. What one does not want goes to the others. */
function fairShare(
  processes: readonly { token: string; wanted: number }[],
  token: string,
  total: number,
): number {
  const rest = processes.toSorted(
    (one, other) => one.wanted - other.wanted || (one.token < other.token ? -1 : 1),
  );
  let left = total;
  for (const [nth, one] of rest.entries()) {
    const share = Math.min(one.wanted, Math.ceil(left / (rest.length - nth)));
    if (one.token === token) return share;
    left -= share;
  }
  return 0;
}

/** Lets as many emails in at a time as there are connections. */
class Connections {
  active = 0;
  #limit: number;
  #isDraining = false;
  #queue: (() => void)[] = [];
  #drained: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit;
  }

  set limit(limit: number) {
    this.#limit = limit;
    this.#admit();
  }

  /** @returns a function to call afterward; `undefined` if it was over before */
  async enter(isOver: () => boolean): Promise<(() => void) | undefined> {
    while (this.#isDraining || this.active >= this.#limit) {
      if (isOver()) return undefined;
      await new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          this.#queue.splice(this.#queue.indexOf(go), 1);
          resolve();
        }, shareEveryMs);
        this.#queue.push(go);
      });
    }
    this.active += 1;
    return () => {
      this.active -= 1;
      if (this.active === 0) for (const resolve of this.#drained.splice(0)) resolve();
      this.#admit();
    };
  }

  /** Resolves when nothing is being sent. Lets nothing in until `go`. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    if (this.active > 0) await new Promise<void>((resolve) => this.#drained.push(resolve));
  }

  go(): void {
    this.#isDraining = false;
    this.#admit();
  }

  #admit(): void {
    if (this.#isDraining) return;
    for (const resolve of this.#queue.splice(0, Math.max(0, this.#limit - this.active))) resolve();
  }
}
