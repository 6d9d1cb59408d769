import { defineEntity, p } from '@mikro-orm/core';
import type { AuditAction, AuditOutcome, AuditVia } from '../contract/choices.ts';
import { limits } from '../contract/limits.ts';

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** The time of the last one if `count` is more than one. */
    at: p.datetime(3).index('audit_entries_at'),
    action: p.string().length(40).$type<AuditAction>(),
    outcome: p.string().length(10).$type<AuditOutcome>(),
    via: p.string().length(10).$type<AuditVia>(),
    /** The username, if there is an account with that name: anything else typed there may be a password. */
    account: p.string().length(limits.usernameLength).nullable(),
    /** Network of the caller, until it is cleared. */
    address: p.string().length(64).nullable(),
    /** In our own words, without anything typed by a reader or a stranger. */
    detail: p.string().length(200).nullable(),
    /** How often it happened: repeated refusals within an hour share one entry. */
    count: p.integer().default(1),
    /** Identifies refusals that count as the same; `null` for actions that were done. */
    sameAs: p.string().length(300).nullable().unique(),
  },
});

/** One event that concerns the account, readers' data or what readers are sent. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
