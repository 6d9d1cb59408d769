import { z } from 'zod';
import { readerStatuses } from './choices.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { instant, message } from './paging.ts';
import { outboxItem } from './system.ts';

/** Everything that is stored about one person. */
export const personView = z.object({
  id: z.number().int(),
  email: z.string(),
  firstName: z.string(),
  favoriteWord: z.string().nullable(),
  createdAt: instant,
  /** Where the signup came from, until it is cleared. */
  ipAddress: z.string().nullable(),
  /** As `readerStatuses` says. */
  status: z.enum(readerStatuses),
  reason: z.string().nullable(),
  /** The email provider's id of the person. */
  subscriberId: z.string().nullable(),
  /** When the email provider was last asked to subscribe the person. */
  attemptedAt: instant.nullable(),
  /** What the sandbox has delivered to the person; empty with a real provider. */
  outbox: z.array(outboxItem),
});
export type PersonView = z.infer<typeof personView>;

const personParams = z.object({
  email: z
    .string('Give an email address')
    .trim()
    .toLowerCase()
    .min(1, 'Give an email address')
    .max(limits.emailLength, messages.signup.emailInvalid),
});

export const peopleEndpoints = {
  describePerson: {
    method: 'GET',
    path: '/api/admin/signups/{email}',
    summary: 'Everything that is stored about one person.',
    access: 'session',
    params: personParams,
    answer: personView,
    errors: ['signup.not_found'],
  },
  removePerson: {
    method: 'DELETE',
    path: '/api/admin/signups/{email}',
    summary: "Take a person off the email provider's list and delete everything about them here.",
    access: 'session',
    params: personParams,
    answer: message,
    errors: ['signup.not_found', 'email_provider.refused', 'email_provider.unreachable'],
  },
} as const satisfies Record<string, Endpoint>;
