import { z } from 'zod';
import { botCheckKinds, emailProviders } from './choices.ts';
import type { Endpoint } from './endpoint.ts';
import { instant } from './paging.ts';
import { readerCounts } from './reader-counts.ts';
import { scheduledEmailView } from './schedule.ts';
import { signupsPerDay } from './signups.ts';

/** The dashboard's overview: readers, and what goes out next. */
export const overview = z.object({
  readers: z.object({
    /** Everybody who signed up, in any state. */
    total: z.number().int(),
    /** Who gets the next email, and who does not and why. */
    byStatus: readerCounts,
    /**
     * New readers on each of the last 30 days, oldest first. Those who have not confirmed yet are left out, and those who
     * had left before they came with a file.
     */
    perDay: z.array(signupsPerDay),
  }),
  next: scheduledEmailView
    .pick({ id: true, scheduledDate: true, status: true })
    .extend({ word: z.string() })
    .nullable(),
  /** Whether an email waits for tomorrow, in the installation's time zone. */
  tomorrow: z.boolean(),
  timezone: z.string(),
});
export type Overview = z.infer<typeof overview>;

/** What the first pages of the admin area ask, in their order. */
export const firstSettings = ['name', 'timeZone', 'sender'] as const;

/** What a new owner has done so far; each is computed from stored data. */
export const firstSteps = z.object({
  /** There is an admin account. */
  account: z.boolean(),
  /** The time zone was chosen, and with it what else the first pages of the admin area ask. */
  settings: z.boolean(),
  /** Which of the settings on these pages are not set. Only the time zone is needed. */
  missingSettings: z.array(z.enum(firstSettings)),
  /** The library has a word. */
  words: z.boolean(),
  /** Someone is on the list, or was: who signed up and confirmed it if that is asked, or who was imported. */
  reader: z.boolean(),
  /** Someone has signed up with a form, and confirmed it if that is asked. */
  signedUp: z.boolean(),
  /** Someone has signed up with a form and still has to confirm it. */
  unconfirmed: z.boolean(),
  /** An email was sent, to some of its readers at least. */
  sent: z.boolean(),
  /** The template was saved. */
  template: z.boolean(),
  /** Someone has signed up on another site. */
  embedded: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

export const systemVariable = z.object({
  name: z.string(),
  purpose: z.string(),
  required: z.boolean(),
  /** Never the value itself. */
  configured: z.boolean(),
});
export type SystemVariable = z.infer<typeof systemVariable>;

/** The running system, for the technical specifications page. */
export const systemView = z.object({
  productName: z.string(),
  publicUrl: z.string(),
  timezone: z.string(),
  environment: z.string(),
  database: z.object({ kind: z.enum(['sqlite', 'postgresql']), version: z.string() }),
  emailProvider: z.enum(emailProviders),
  /** What follows from the provider, so that clients compare no names. */
  email: z.object({
    label: z.string(),
    /** Nobody gets mail: emails are written to the outbox. */
    isSandbox: z.boolean(),
    /** The list is kept here, and each reader's email is sent from here. */
    ownsList: z.boolean(),
  }),
  dictionary: z.enum(['merriam-webster', 'wordnet']),
  botCheck: z.enum([...botCheckKinds, 'off']),
  processor: z.object({ enabled: z.boolean(), lastRunAt: instant.nullable() }),
  widgetOrigins: z.array(z.string()),
  versions: z.array(z.object({ name: z.string(), version: z.string() })),
  variables: z.array(systemVariable),
});
export type SystemView = z.infer<typeof systemView>;

export const outboxItem = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  deliveredAt: instant,
});
export type OutboxItem = z.infer<typeof outboxItem>;
export const outboxList = z.object({ emails: z.array(outboxItem), total: z.number().int() });
export const outboxEmail = outboxItem.extend({ html: z.string(), text: z.string() });
export type OutboxEmail = z.infer<typeof outboxEmail>;
export const outboxParams = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) });

export const healthAnswer = z.object({ status: z.literal('ok') });

export const systemEndpoints = {
  overview: {
    method: 'GET',
    path: '/api/admin/overview',
    summary: 'Readers, signups per day, and what goes out next.',
    access: 'session',
    answer: overview,
  },
  firstSteps: {
    method: 'GET',
    path: '/api/admin/first-steps',
    summary: 'What a new owner has done so far.',
    access: 'session',
    answer: firstSteps,
  },
  system: {
    method: 'GET',
    path: '/api/admin/system',
    summary: 'The running system: versions, database, which variables are set (never their values).',
    access: 'session',
    answer: systemView,
  },
  listOutbox: {
    method: 'GET',
    path: '/api/admin/outbox',
    summary: 'Emails that the sandbox delivered, newest first; empty with a real provider.',
    access: 'session',
    answer: outboxList,
  },
  readOutbox: {
    method: 'GET',
    path: '/api/admin/outbox/{id}',
    summary: 'One email that the sandbox delivered.',
    access: 'session',
    params: outboxParams,
    answer: outboxEmail,
    errors: ['outbox.not_found'],
  },
  openapi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document.',
    access: 'public',
    answer: z.looseObject({ openapi: z.string() }),
  },
  health: {
    method: 'GET',
    path: '/healthz',
    summary: 'Alive.',
    access: 'public',
    answer: healthAnswer,
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    summary: 'The database can be reached.',
    access: 'public',
    answer: healthAnswer,
    errors: ['database.unreachable'],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Metrics for Prometheus, with METRICS_TOKEN as bearer token.',
    access: 'public',
    answerTypes: ['text/plain'],
    errors: ['auth.metrics_token'],
  },
  widgetScript: {
    method: 'GET',
    path: '/widgets.js',
    summary: 'The signup form and the sample preview in one script file.',
    access: 'public',
    answerTypes: ['text/javascript'],
  },
} as const satisfies Record<string, Endpoint>;
