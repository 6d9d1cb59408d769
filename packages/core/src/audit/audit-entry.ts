import { defineEntity, p } from '@mikro-orm/core';
import type { AuditAction, AuditOutcome, AuditVia } from '../contract/choices.ts';
import { limits } from '../contract/limits.ts';

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** The last time, if `count` is more than one. */
    at: p.datetime(3).index('audit_entries_at'),
    action: p.string().length(40).$type<AuditAction>(),
    outcome: p.string().length(10).$type<AuditOutcome>(),
    via: p.string().length(10).$type<AuditVia>(),
    /** The username, if there is an account of that name: anything else typed there may be a password. */
    account: p.string().length(limits.usernameLength).nullable(),
    /** Network of the caller, until it is cleared. */
    address: p.string().length(64).nullable(),
    /** In our words, without anything that a reader or a stranger typed. */
    detail: p.string().length(200).nullable(),
    /** How often it happened: what is refused again within the same hour is one entry. */
    count: p.integer().default(1),
    /** What makes two refusals the same; none for what was done. */
    sameAs: p.string().length(300).nullable().unique(),
  },
});

/** One thing that happened to the account, to readers' data or to what readers are sent. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
