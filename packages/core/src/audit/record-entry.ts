import type { AuditAction, AuditOutcome } from '../contract/choices.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { networkOf } from '../limits/network.ts';
import type { Actor } from './actor.ts';
import { mostRefusalsPerDay, sameForMs } from './policy.ts';

export interface RecordDeps {
  database: OpenDatabase;
  now: () => Date;
  /** With 0, no address is stored. */
  keepAddressDays: number;
}

export interface NewEntry {
  action: AuditAction;
  /** `done` by default. */
  outcome?: AuditOutcome;
  actor: Actor;
  detail?: string | undefined;
}

const columns = 'audit_entries (at, action, outcome, via, account, address, detail, same_as, count)';
const countOn = `on conflict (same_as) do update set
  count = audit_entries.count + excluded.count, at = excluded.at`;
const refusedSince = `select cast(count(*) as integer) as count from audit_entries
  where at > ? and outcome = 'refused'`;

/** Adds an entry. A repeated refusal is counted in its earlier entry. */
export async function recordEntry(deps: RecordDeps, entry: NewEntry): Promise<void> {
  const { database, now } = deps;
  const { action, outcome = 'done', actor, detail = null } = entry;
  const at = now();
  const account = actor.account ?? null;
  const address = outcome === 'refused' && (await isFlooded(deps, at)) ? null : addressOf(deps, actor);
  const hour = Math.floor(at.getTime() / sameForMs);
  const cause = [action, hour, actor.via, account, address, detail].join(' ');
  const sameAs = outcome === 'refused' ? cause : null;
  const row = [at, action, outcome, actor.via, account, address, detail, sameAs, 1];
  await database.insertTogether((insert) => insert(columns, [row], countOn));
}

function addressOf({ keepAddressDays }: RecordDeps, { address }: Actor): string | null {
  if (keepAddressDays === 0 || address === undefined) return null;
  return networkOf(address).slice(0, 64);
}

async function isFlooded({ database }: RecordDeps, at: Date): Promise<boolean> {
  const aDayAgo = new Date(at.getTime() - 86_400_000);
  const [row] = await database.read<{ count: number }>(refusedSince, [aDayAgo]);
  return (row?.count ?? 0) >= mostRefusalsPerDay;
}
