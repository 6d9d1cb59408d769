import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { instant } from './paging.ts';

/** In place of a site: every site. */
export const everySite = '*';

/** Any address of a site, with or without `https://`, of which only the origin counts; or `*` for every site. */
const siteOrigin = z
  .string('Enter the address of a site, such as https://blog.example.com')
  .trim()
  .transform((typed, context) => {
    if (typed === everySite) return everySite;
    const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
    const origin = URL.canParse(address) ? new URL(address).origin : 'null';
    // A pattern such as https://*.example.com parses, and matches no browser's origin.
    if (/^https?:/.test(origin) && !origin.includes('*') && origin.length <= limits.originLength)
      return origin;
    context.addIssue('Enter the address of a site, such as https://blog.example.com');
    return z.NEVER;
  });

export const originInput = z.object({ origin: siteOrigin });

export const allowedOrigin = z.object({
  /** Such as `https://blog.example.com`, or `*` for every site. */
  origin: z.string(),
  /**
   * `setting`: in `WIDGET_ORIGINS`. `admin`: added in the admin area or at the command line, and can be removed.
   */
  source: z.enum(['setting', 'admin']),
});
export type AllowedOrigin = z.infer<typeof allowedOrigin>;

export const refusedOrigin = z.object({
  origin: z.string(),
  /** Signups that failed there. */
  count: z.number().int(),
  lastAt: instant,
});
export type RefusedOrigin = z.infer<typeof refusedOrigin>;

/** The other sites with a form of this installation. */
export const originsView = z.object({
  allowed: z.array(allowedOrigin),
  /** Most recent first. */
  refused: z.array(refusedOrigin),
});
export type OriginsView = z.infer<typeof originsView>;

export const originEndpoints = {
  listOrigins: {
    method: 'GET',
    path: '/api/admin/origins',
    summary: 'The sites that may embed the signup form, and those where a signup was refused.',
    access: 'session',
    answer: originsView,
  },
  allowOrigin: {
    method: 'POST',
    path: '/api/admin/origins',
    summary: 'Let a site embed the signup form. Takes effect within seconds, without a restart.',
    access: 'session',
    body: originInput,
    answer: originsView,
  },
  removeOrigin: {
    method: 'DELETE',
    path: '/api/admin/origins',
    summary: 'Remove a site from the list: it may no longer embed the form, or its refusals are forgotten.',
    access: 'session',
    query: originInput,
    answer: originsView,
    errors: ['origin.not_found'],
  },
} as const satisfies Record<string, Endpoint>;
