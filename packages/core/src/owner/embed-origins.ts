import { defineEntity, p } from '@mikro-orm/core';
import { limits } from '../contract/limits.ts';
import { everySite, type OriginsView } from '../contract/origins.ts';
import { cacheFor } from '../platform/cache.ts';
import { databaseFailure } from '../platform/database/database-failure.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { type Instant, isoInstant, tables } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { runIn } from '../platform/database/writes.ts';
import { DomainError, isDomainError } from '../platform/errors.ts';
import type { AttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { type Actor, type AuditLog, atCommandLine } from './audit.ts';

const table = tables<{ embed_origins: EmbedOrigin }>();

/** The other sites that embed the signup form. */
export interface Origins {
  /** Whether pages of that origin may sign people up. */
  allows(origin: string): Promise<boolean>;
  /**
   * Whether a form may send its visitors on to an address: of this installation, of a site in the list, or of the site
   * that the form is on. With `*`, any site may have the form, but no form may lead anywhere.
   *
   * @param from The origin of the page with the form.
   */
  mayLeadTo(address: string, from: string | undefined): Promise<boolean>;
  list(): Promise<OriginsView>;
  /** Lets pages of that origin sign people up, in every process within five seconds. Safe to repeat. */
  allow(origin: string, actor?: Actor): Promise<OriginsView>;
  /**
   * Removes an allowed site, or forgets the refusals of a site.
   *
   * @throws DomainError `origin.not_found`, also for a site that the setting allows
   */
  remove(origin: string, options?: { actor?: Actor; dryRun?: boolean }): Promise<OriginsView>;
  /** Makes these the allowed sites, besides those of the setting. The activity log gets each change. */
  replace(origins: readonly string[], options?: { actor?: Actor; dryRun?: boolean }): Promise<OriginsView>;
  /**
   * Counts a refused signup on a site's page; only a few from each network.
   *
   * @param address IP address of the visitor.
   */
  rememberRefusal(origin: string, address: string): Promise<void>;
}

export interface OriginsDeps extends RefusalDeps {
  allowedOrigins: AllowedOrigins;
  /** `WIDGET_ORIGINS` */
  widgetOrigins: readonly string[];
  publicUrl: string;
  audit: AuditLog;
}

export function openOrigins(deps: OriginsDeps): Origins {
  const { database, now, audit, allowedOrigins, widgetOrigins, publicUrl } = deps;

  async function list(): Promise<OriginsView> {
    const rows: Row[] = await database.read(
      table
        .selectFrom('embed_origins')
        .select(['origin', 'allowed_at as allowedAt', 'refusals as count', 'last_refused_at as lastAt'])
        .orderBy('last_refused_at', 'desc')
        .orderBy('origin'),
    );
    const isInSetting = ({ origin }: Row) => widgetOrigins.includes(origin);
    const added = rows.filter((row) => row.allowedAt !== null && !isInSetting(row));
    const refused = rows.filter((row) => row.allowedAt === null && !isInSetting(row));
    return {
      allowed: [
        ...widgetOrigins.map((origin) => ({ origin, source: 'setting' as const })),
        ...added
          .map(({ origin }) => ({ origin, source: 'admin' as const }))
          .sort((one, other) => one.origin.localeCompare(other.origin)),
      ],
      refused: refused.flatMap(({ origin, count, lastAt }) =>
        lastAt === null ? [] : [{ origin, count, lastAt: isoInstant(lastAt) }],
      ),
    };
  }

  async function allow(origin: string, actor: Actor = atCommandLine): Promise<OriginsView> {
    const row = { origin, allowedAt: now(), refusals: 0, lastRefusedAt: null };
    await database.em().upsert(EmbedOrigin, row, { onConflictFields: ['origin'] });
    allowedOrigins.forget();
    await audit.record({ action: 'origin.allow', actor, detail: origin });
    return list();
  }

  const remove: Origins['remove'] = async (origin, { actor = atCommandLine, dryRun = false } = {}) => {
    const em = database.em();
    const found = dryRun
      ? await em.count(EmbedOrigin, { origin })
      : await em.nativeDelete(EmbedOrigin, { origin });
    if (found === 0) throw notFound(origin, deps);
    if (dryRun) return list();
    allowedOrigins.forget();
    await audit.record({ action: 'origin.remove', actor, detail: origin });
    return list();
  };

  return {
    allows: (origin) => allowedOrigins.includes(origin),
    async mayLeadTo(address, from) {
      if (!/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address)) return false;
      const { origin } = new URL(address);
      if (origin === new URL(publicUrl).origin) return true;
      return origin === from
        ? allowedOrigins.includes(origin)
        : (await allowedOrigins.get()).includes(origin);
    },
    list,
    allow,
    remove,
    async replace(origins, { actor = atCommandLine, dryRun = false } = {}) {
      const before = await allowedIn(database);
      if (!dryRun) {
        for (const origin of origins) if (!before.includes(origin)) await allow(origin, actor);
        for (const origin of before) if (!origins.includes(origin)) await remove(origin, { actor });
      }
      return list();
    },
    rememberRefusal: (origin, address) => rememberRefusal(deps, origin, address),
  };
}

interface Row {
  origin: string;
  allowedAt: Instant | null;
  count: number;
  lastAt: Instant | null;
}

function notFound(origin: string, { widgetOrigins }: Pick<OriginsDeps, 'widgetOrigins'>): DomainError {
  return new DomainError(
    'origin.not_found',
    widgetOrigins.includes(origin)
      ? `WIDGET_ORIGINS allows ${origin}. Remove it there, and restart the server.`
      : `The list does not contain ${origin}.`,
  );
}

interface RefusalDeps {
  database: OpenDatabase;
  now: () => Date;
  limits: Pick<AttemptLimits, 'attempt'>;
}

/** How many refused sites are kept: those seen most recently. */
const keptSites = 50;

// A program can claim any origin. If there are too many, the site seen longest ago is dropped.
const latestRefused = table
  .selectFrom('embed_origins')
  .select('origin')
  .where('allowed_at', 'is', null)
  .orderBy('last_refused_at', 'desc')
  .orderBy('origin')
  .limit(keptSites);
const forgetOldest = table
  .deleteFrom('embed_origins')
  .where('allowed_at', 'is', null)
  .where('origin', 'not in', latestRefused);

/**
 * Counts a refused signup on a site's page. Anything that is not an origin of a page is ignored, and so is a network
 * that reports too many.
 *
 * @param address IP address of the visitor.
 */
async function rememberRefusal(
  { database, now, limits: attempts }: RefusalDeps,
  origin: string,
  address: string,
): Promise<void> {
  if (!isPageOrigin(origin)) return;
  try {
    await attempts.attempt('refusedSitePerAddress', address);
  } catch (error) {
    if (isDomainError(error, 'limit.too_many')) return;
    throw error;
  }
  await database.insertTogether((insert) =>
    insert(
      'embed_origins (origin, refusals, last_refused_at)',
      [[origin, 1, now()]],
      `on conflict (origin) do update set
       refusals = embed_origins.refusals + 1, last_refused_at = excluded.last_refused_at`,
    ),
  );
  await runIn(database.em(), forgetOldest);
}

function isPageOrigin(origin: string): boolean {
  if (origin.length > limits.originLength || !/^https?:/.test(origin)) return false;
  return URL.canParse(origin) && new URL(origin).origin === origin;
}

/** The origins whose pages may embed the form. */
export interface AllowedOrigins {
  /**
   * A change by another process is visible within five seconds, a change by this process immediately. While the database
   * is away, it is the last list that was read.
   */
  get(): Promise<readonly string[]>;
  /** Whether an origin is allowed, or all are. */
  includes(origin: string): Promise<boolean>;
  forget(): void;
}

export interface AllowedOriginsDeps {
  database: Reads;
  now: () => Date;
  /** `WIDGET_ORIGINS` */
  widgetOrigins: readonly string[];
}

/** Every signup from another site needs them. */
const keptMs = 5000;

/** The origins in the setting, and those added by the admin. */
export function openAllowedOrigins({ database, now, widgetOrigins }: AllowedOriginsDeps): AllowedOrigins {
  let last: readonly string[] | undefined;
  const { get: current, forget } = cacheFor(keptMs, now, async () => {
    last = [...widgetOrigins, ...(await allowedIn(database))];
    return last;
  });
  async function get(): Promise<readonly string[]> {
    try {
      return await current();
    } catch (error) {
      // A form on an allowed site must be able to read that the database is down, which it does not know otherwise.
      if (last && databaseFailure(error)) return last;
      throw error;
    }
  }
  return {
    get,
    forget,
    async includes(origin) {
      if (widgetOrigins.includes(everySite) || widgetOrigins.includes(origin)) return true;
      const allowed = await get();
      return allowed.includes(everySite) || allowed.includes(origin);
    },
  };
}

/** The allowed sites in the database. */
export async function allowedIn(database: Reads): Promise<string[]> {
  const rows = await database.read(
    table.selectFrom('embed_origins').select('origin').where('allowed_at', 'is not', null).orderBy('origin'),
  );
  return rows.map(({ origin }) => origin);
}

const EmbedOriginSchema = defineEntity({
  name: 'EmbedOrigin',
  tableName: 'embed_origins',
  properties: {
    /** Such as `https://blog.example.com`. */
    origin: p.string().length(limits.originLength).primary(),
    /** `null` for a site that is not allowed. */
    allowedAt: p.datetime(3).nullable(),
    /** Signups that failed there since it was last removed. */
    refusals: p.integer().default(0),
    lastRefusedAt: p.datetime(3).nullable(),
  },
});

/** A site whose pages may embed the form, or tried to. */
export class EmbedOrigin extends EmbedOriginSchema.class {}
EmbedOriginSchema.setClass(EmbedOrigin);
