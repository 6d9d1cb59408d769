import { type Actor, atCommandLine } from '../audit/actor.ts';
import type { AuditLog } from '../audit/open-audit.ts';
import type { OriginsView } from '../contract/origins.ts';
import { type Instant, isoInstant } from '../database/reads.ts';
import { DomainError } from '../errors.ts';
import type { AllowedOrigins } from './allowed-origins.ts';
import { EmbedOrigin } from './embed-origin.ts';
import { type RefusalDeps, rememberRefusal } from './remember-refusal.ts';

/** The other sites that embed the signup form. */
export interface Origins {
  /** Whether pages of that origin may sign people up. */
  allows(origin: string): Promise<boolean>;
  list(): Promise<OriginsView>;
  /** Lets pages of that origin sign people up, in every process within five seconds. Safe to repeat. */
  allow(origin: string, actor?: Actor): Promise<OriginsView>;
  /**
   * Removes an allowed site, or forgets the refusals of a site.
   *
   * @throws DomainError `origin.not_found`, also for a site that the setting allows
   */
  remove(origin: string, options?: { actor?: Actor; dryRun?: boolean }): Promise<OriginsView>;
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
  audit: AuditLog;
}

export function openOrigins(deps: OriginsDeps): Origins {
  const { database, now, audit, allowedOrigins, widgetOrigins } = deps;

  async function list(): Promise<OriginsView> {
    const sql = `select origin, allowed_at as "allowedAt", refusals as count, last_refused_at as "lastAt"
      from embed_origins order by last_refused_at desc, origin`;
    const rows = await database.read<Row>(sql);
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

  return {
    allows: (origin) => allowedOrigins.includes(origin),
    list,
    async allow(origin, actor = atCommandLine) {
      const row = { origin, allowedAt: now(), refusals: 0, lastRefusedAt: null };
      await database.em().upsert(EmbedOrigin, row, { onConflictFields: ['origin'] });
      allowedOrigins.forget();
      await audit.record({ action: 'origin.allow', actor, detail: origin });
      return list();
    },
    async remove(origin, { actor = atCommandLine, dryRun = false } = {}) {
      const em = database.em();
      const found = dryRun
        ? await em.count(EmbedOrigin, { origin })
        : await em.nativeDelete(EmbedOrigin, { origin });
      if (found === 0) throw notFound(origin, deps);
      if (dryRun) return list();
      allowedOrigins.forget();
      await audit.record({ action: 'origin.remove', actor, detail: origin });
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
