import { z } from 'zod';
import { auditView } from './audit.ts';
import { fileFormats, readerStatuses, suppressionReasons } from './choices.ts';
import { readerDelivery } from './deliveries.ts';
import { normalAddress } from './email-address.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { flag, instant, message, pageQuery, searchText, wholeNumber } from './paging.ts';
import { readerPreferences } from './preferences.ts';
import { outboxItem } from './system.ts';
import { isStorable, notStorable, oneLine } from './text.ts';

/** A reader as the admin sees them. */
export const readerView = z.object({
  id: z.number().int(),
  email: z.string(),
  firstName: z.string(),
  favoriteWord: z.string().nullable(),
  createdAt: instant,
  /** See `readerStatuses`. */
  status: z.enum(readerStatuses),
  /** Why the email provider refused, or what a bounce said. */
  reason: z.string().nullable(),
  /** The origin of the site whose form was used, or what an import said; `null` if it is unknown. */
  source: z.string().nullable(),
  /** The campaign of the link that led to the signup, or what an import said. */
  campaign: z.string().nullable(),
  preferences: readerPreferences,
  /** Whether emails are paused today, where the reader is. */
  isPaused: z.boolean(),
});
export type ReaderView = z.infer<typeof readerView>;

export const readersPage = z.object({
  readers: z.array(readerView),
  /** Across all pages. */
  total: z.number().int(),
  hasMore: z.boolean(),
  /** Only with `allowPartial`: `readers` may be incomplete, and `total` is the least there are. */
  isPartial: z.boolean().optional(),
});
export type ReadersPage = z.infer<typeof readersPage>;

/** `search` matches part of the address or first name, ignoring case. A whole address finds only that reader. */
export const readersQuery = pageQuery(limits.readerPageSize)
  .omit({ letter: true })
  .extend({
    state: z.enum(readerStatuses, `Choose one of ${readerStatuses.join(', ')}`).optional(),
    /** Exactly this campaign. */
    campaign: z
      .string()
      .overwrite(oneLine)
      .max(limits.campaignLength, `A campaign has at most ${limits.campaignLength} characters`)
      .optional(),
    /** Lists only this reader. */
    id: wholeNumber('Id', 1, Number.MAX_SAFE_INTEGER).optional(),
    /** Answers soon with what is known by then. If that is not everything, the answer says `isPartial`. */
    allowPartial: flag,
  });
export type ReadersQuery = Pick<z.infer<typeof readersQuery>, 'page' | 'limit'> &
  Partial<z.infer<typeof readersQuery>>;

/** An entry of the activity log that is about one reader. */
const readerActivity = auditView.pick({
  id: true,
  at: true,
  action: true,
  outcome: true,
  via: true,
  account: true,
});

/** Everything that is stored about one reader. */
export const readerDetails = readerView.extend({
  /** When the status began; `null` means at the signup. */
  statusAt: instant.nullable(),
  /** When the reader confirmed the address; `null` if no confirmation was requested. */
  confirmedAt: instant.nullable(),
  /** When they agreed to be named with their favorite word; `null` if they did not. */
  creditAgreedAt: instant.nullable(),
  /** When the welcome email was sent to them; `null` if it was not. */
  welcomedAt: instant.nullable(),
  /** The place of the lesson of the course that was sent to them last, and its day; `null` if none was. */
  lesson: z.object({ place: z.number().int(), day: z.string() }).nullable(),
  /** Where the signup came from, until it is cleared. */
  ipAddress: z.string().nullable(),
  /**
   * What the form said about consent, or how an imported person agreed to get the emails, according to the import;
   * `null` if neither is known.
   */
  consent: z.string().nullable(),
  /** The privacy page as it was at the signup; `null` if it is not known. */
  privacy: z
    .object({
      /** The same for the same text. */
      version: z.string(),
      /** As Markdown. */
      text: z.string(),
    })
    .nullable(),
  /** The email provider's id of the reader; `here` for one who joined while Wordrise kept the list. */
  subscriberId: z.string().nullable(),
  /** When the email provider was last asked to subscribe the reader. */
  attemptedAt: instant.nullable(),
  /** What they asked to be reminded of, and from which day on; `null` once an email had it. */
  wordsToRemember: z.array(z.object({ word: z.string(), dueDay: z.iso.date().nullable() })),
  /** What is remembered about the address if an earlier reader with it was removed. */
  suppression: z.object({ reason: z.enum(suppressionReasons), since: instant }).nullable(),
  /** On which day the warm-up of a new domain reaches the reader, about; `null` if they do not wait for it. */
  warmUpReaches: z.string().nullable(),
  /** What the sandbox has delivered to the reader; empty with a real provider. */
  outbox: z.array(outboxItem),
  /** Emails that went to the list while the reader was on it. */
  emails: z.object({
    total: z.number().int(),
    /** The latest first, at most five. */
    latest: z.array(z.object({ id: z.number().int(), word: z.string(), sentAt: instant })),
  }),
  /** What became of each email, if they are sent from here: latest first, at most thirty. */
  deliveries: z.array(readerDelivery),
  /** From the activity log: latest first, at most twenty. */
  activity: z.array(readerActivity),
});
export type ReaderDetails = z.infer<typeof readerDetails>;

const personParams = z.object({
  email: z
    .string('Give an email address')
    .overwrite(normalAddress)
    .min(1, 'Give an email address')
    .max(limits.emailLength, messages.signup.emailInvalid)
    .refine(isStorable, notStorable('The address')),
});

const count = z.number().int();

/** Which readers to remove: some by id, or all that match like in the list. */
export const removeReadersBody = z
  .object({
    ids: z
      .array(wholeNumber('Id', 1, Number.MAX_SAFE_INTEGER))
      .max(limits.readersRemoved)
      .optional(),
    matching: z
      .object({
        search: searchText,
        state: readersQuery.shape.state,
        /** The newest of them: readers who sign up later stay. */
        upTo: wholeNumber('Id', 1, Number.MAX_SAFE_INTEGER),
        /** Continues after this id; it comes from the answer of the call before. */
        after: wholeNumber('Id', 0, Number.MAX_SAFE_INTEGER).default(0),
        /** At most this many, so that no more are removed than the owner saw. */
        most: wholeNumber('Most', 1, Number.MAX_SAFE_INTEGER),
      })
      .optional(),
  })
  .refine(
    ({ ids, matching }) => (ids === undefined) !== (matching === undefined),
    'Give either ids or matching',
  );
export type RemoveReaders = z.infer<typeof removeReadersBody>;

export const readersRemoved = z.object({
  removed: count,
  /** Of these, how many a later pass has to take off the email provider's list. */
  pending: count,
  /** Readers whom the email provider refused to remove; they stay. */
  kept: z.array(z.object({ id: count, email: z.string(), message: z.string() })),
  /** Where the next call continues; `null` once there are no more. */
  after: count.nullable(),
});
export type ReadersRemoved = z.infer<typeof readersRemoved>;

export const peopleEndpoints = {
  listSignups: {
    method: 'GET',
    path: '/api/admin/signups',
    summary:
      'Readers, newest first, a page at a time. Can be filtered by part of the address or name, by state, and by campaign.',
    access: 'session',
    query: readersQuery,
    answer: readersPage,
  },
  describeReader: {
    method: 'GET',
    path: '/api/admin/signups/{email}',
    summary: 'Everything that is stored about one reader.',
    access: 'session',
    params: personParams,
    answer: readerDetails,
    errors: ['signup.not_found'],
  },
  removePerson: {
    method: 'DELETE',
    path: '/api/admin/signups/{email}',
    summary:
      "Take a reader off the email provider's list and delete everything about them here. While the provider is down, they are removed here, and a later pass takes them off its list.",
    access: 'session',
    params: personParams,
    answer: message.extend({
      /** Whether a later pass has to take the reader off the email provider's list. */
      isPending: z.boolean(),
    }),
    errors: ['signup.not_found', 'email_provider.refused'],
  },
  exportReaders: {
    method: 'GET',
    path: '/api/admin/readers/export',
    summary:
      'All readers with their states and dates as CSV or JSON lines, and the hashes of removed readers, so that an import elsewhere subscribes nobody who has left.',
    access: 'session',
    query: z.object({ format: z.enum(fileFormats).default('csv') }),
    answerTypes: ['text/csv', 'application/x-ndjson'],
  },
  removeReaders: {
    method: 'POST',
    path: '/api/admin/readers/remove',
    summary:
      'Remove readers, at most a hundred in one call, like `DELETE` does with one. Call it again with `after` until that is null.',
    access: 'session',
    body: removeReadersBody,
    answer: readersRemoved,
  },
} as const satisfies Record<string, Endpoint>;
