import { z } from 'zod';
import { auditActions, auditOutcomes, auditVias } from './choices.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { instant, pageQuery } from './paging.ts';

/** An entry of the activity log. */
export const auditView = z.object({
  id: z.number().int(),
  /** The time of the last one if `count` is more than one. */
  at: instant,
  action: z.enum(auditActions),
  outcome: z.enum(auditOutcomes),
  via: z.enum(auditVias),
  /** The username, if there is an account with that name. */
  account: z.string().nullable(),
  /** An IPv4 address, or the /64 network of an IPv6 address, until it is cleared. */
  address: z.string().nullable(),
  detail: z.string().nullable(),
  /** Refusals repeated within an hour share one entry. */
  count: z.number().int(),
});
export type AuditView = z.infer<typeof auditView>;

export const auditPage = z.object({
  entries: z.array(auditView),
  total: z.number().int(),
  hasMore: z.boolean(),
});
export type AuditPage = z.infer<typeof auditPage>;

/** Newest first. */
export const auditQuery = pageQuery(limits.auditPageSize).pick({ page: true, limit: true });

export const auditEndpoints = {
  listAudit: {
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'The activity log: sign-ins, changes to the account, and what was done with personal data.',
    access: 'session',
    query: auditQuery,
    answer: auditPage,
  },
} as const satisfies Record<string, Endpoint>;
