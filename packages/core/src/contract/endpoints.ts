import { z } from 'zod';
import {
  changePasswordInput,
  credentials,
  needsSetupAnswer,
  setupInput,
  userAnswer,
  userView,
} from './accounts.ts';
import { bulkLookupInput, bulkSaveAnswer, bulkSaveInput, lookupInput, lookupResult } from './dictionary.ts';
import type { ErrorCode } from './errors.ts';
import { idParams, message } from './paging.ts';
import {
  providerEntries,
  scheduledEmailView,
  scheduleInput,
  scheduleList,
  scheduleQuery,
  scheduleStats,
  sendIdParams,
} from './schedule.ts';
import { publicConfig, signupInput } from './signups.ts';
import { healthAnswer, outboxEmail, outboxList, outboxParams, overview, systemView } from './system.ts';
import { templateInput, templatePreview, templateView } from './templates.ts';
import {
  bulkUploadQuery,
  exportQuery,
  importReport,
  unusedWordsPage,
  unusedWordsQuery,
  wordInput,
  wordSearchAnswer,
  wordSearchQuery,
  wordsPage,
  wordsQuery,
  wordView,
} from './words.ts';

/** One call of the HTTP API: what validates it, what documents it and what clients are typed by. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path parameters as `{name}`. */
  path: string;
  summary: string;
  /** `session`: needs the admin's session cookie. `embed`: public, and answers the widget's origins. */
  access: 'public' | 'session' | 'embed';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** What the body may be, where it is not JSON alone. */
  bodyTypes?: readonly string[];
  status: 200 | 201;
  /** The JSON answer; left out where the answer is not JSON. */
  answer?: z.ZodType;
  answerTypes?: readonly string[];
  /** Codes beyond those that any call of its kind may answer. */
  errors?: readonly ErrorCode[];
}

export const endpoints = {
  register: {
    method: 'POST',
    path: '/api/register',
    summary: 'Sign an address up for the daily word. A repeat gets the very same answer and changes nothing.',
    access: 'embed',
    body: signupInput,
    status: 201,
    answer: message,
    errors: ['limit.too_many', 'bot_check.rejected', 'bot_check.unreachable'],
  },
  config: {
    method: 'GET',
    path: '/api/config',
    summary: 'What the landing page and the widgets need to know of this installation.',
    access: 'embed',
    status: 200,
    answer: publicConfig,
  },
  currentUser: {
    method: 'GET',
    path: '/api/auth/user',
    summary: 'Who is signed in.',
    access: 'session',
    status: 200,
    answer: userView,
  },
  needsSetup: {
    method: 'GET',
    path: '/api/auth/needs-setup',
    summary: 'Whether the admin account is still to be created.',
    access: 'public',
    status: 200,
    answer: needsSetupAnswer,
  },
  login: {
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in; sets the session cookie.',
    access: 'public',
    body: credentials,
    status: 200,
    answer: userAnswer,
    errors: ['auth.invalid_credentials', 'limit.too_many'],
  },
  setupAdmin: {
    method: 'POST',
    path: '/api/setup-admin',
    summary: 'Create the one admin account; refused once it exists.',
    access: 'public',
    body: setupInput,
    status: 201,
    answer: userAnswer,
    errors: ['auth.setup_done', 'limit.too_many'],
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    summary: 'Sign out; ends the session.',
    access: 'public',
    status: 200,
    answer: message,
  },
  changePassword: {
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Change the own password; all other sessions end.',
    access: 'session',
    body: changePasswordInput,
    status: 200,
    answer: message,
    errors: ['auth.wrong_password', 'limit.too_many'],
  },
  listWords: {
    method: 'GET',
    path: '/api/admin/words',
    summary: 'The library in alphabetical order, by page, search and first letter.',
    access: 'session',
    query: wordsQuery,
    status: 200,
    answer: wordsPage,
  },
  addWord: {
    method: 'POST',
    path: '/api/admin/words',
    summary: 'Add a word.',
    access: 'session',
    body: wordInput,
    status: 201,
    answer: wordView,
    errors: ['word.exists'],
  },
  editWord: {
    method: 'PUT',
    path: '/api/admin/words/{id}',
    summary: 'Replace a word.',
    access: 'session',
    params: idParams,
    body: wordInput,
    status: 200,
    answer: wordView,
    errors: ['word.not_found', 'word.exists'],
  },
  removeWord: {
    method: 'DELETE',
    path: '/api/admin/words/{id}',
    summary: 'Remove a word; refused while an email for it waits.',
    access: 'session',
    params: idParams,
    status: 200,
    answer: message,
    errors: ['word.not_found', 'word.waiting'],
  },
  listUnusedWords: {
    method: 'GET',
    path: '/api/admin/words/unused',
    summary: 'Words never sent and not waiting to be.',
    access: 'session',
    query: unusedWordsQuery,
    status: 200,
    answer: unusedWordsPage,
  },
  searchWords: {
    method: 'GET',
    path: '/api/admin/words/search',
    summary: 'The first 20 words that contain a text.',
    access: 'session',
    query: wordSearchQuery,
    status: 200,
    answer: wordSearchAnswer,
  },
  uploadWords: {
    method: 'POST',
    path: '/api/admin/words/bulk-upload',
    summary: 'Import words from CSV, as the body or as a multipart file.',
    access: 'session',
    query: bulkUploadQuery,
    bodyTypes: ['text/csv', 'multipart/form-data'],
    status: 200,
    answer: importReport,
    errors: ['import.unreadable', 'request.too_large'],
  },
  exportWords: {
    method: 'GET',
    path: '/api/admin/words/export',
    summary: 'The whole library as CSV or JSON lines.',
    access: 'session',
    query: exportQuery,
    status: 200,
    answerTypes: ['text/csv', 'application/x-ndjson'],
  },
  lookUpWord: {
    method: 'POST',
    path: '/api/admin/words/mw-lookup',
    summary: 'Look one word up in the dictionary.',
    access: 'session',
    body: lookupInput,
    status: 200,
    answer: lookupResult,
    errors: ['dictionary.quota', 'dictionary.refused', 'dictionary.unreachable'],
  },
  lookUpWords: {
    method: 'POST',
    path: '/api/admin/words/mw-bulk',
    summary: 'Look words up, in the order asked; as JSON lines each as soon as it is known.',
    access: 'session',
    body: bulkLookupInput,
    status: 200,
    answer: z.array(lookupResult),
    answerTypes: ['application/json', 'application/x-ndjson'],
  },
  saveLookedUpWords: {
    method: 'POST',
    path: '/api/admin/words/mw-bulk-save',
    summary: 'Save looked-up words; those that exist are left alone.',
    access: 'session',
    body: bulkSaveInput,
    status: 200,
    answer: bulkSaveAnswer,
  },
  scheduleStats: {
    method: 'GET',
    path: '/api/admin/schedule/stats',
    summary: 'How many emails are in each state.',
    access: 'session',
    status: 200,
    answer: scheduleStats,
  },
  listSchedule: {
    method: 'GET',
    path: '/api/admin/schedule',
    summary: 'Scheduled emails with their words, newest first.',
    access: 'session',
    query: scheduleQuery,
    status: 200,
    answer: scheduleList,
  },
  scheduleEmail: {
    method: 'POST',
    path: '/api/admin/schedule',
    summary: 'Schedule the email for a word.',
    access: 'session',
    body: scheduleInput,
    status: 201,
    answer: scheduledEmailView,
    errors: [
      'word.not_found',
      'schedule.in_past',
      'schedule.word_waiting',
      'schedule.not_found',
      'email_provider.refused',
    ],
  },
  cancelEmail: {
    method: 'DELETE',
    path: '/api/admin/schedule/{id}',
    summary: 'Cancel an email, here and at the provider.',
    access: 'session',
    params: idParams,
    status: 200,
    answer: message,
    errors: [
      'schedule.not_found',
      'schedule.released',
      'schedule.busy',
      'email_provider.refused',
      'email_provider.unreachable',
    ],
  },
  listProviderSends: {
    method: 'GET',
    path: '/api/admin/schedule/icontact',
    summary: "The provider's sends, and entries it does not have yet.",
    access: 'session',
    status: 200,
    answer: providerEntries,
  },
  cancelSend: {
    method: 'DELETE',
    path: '/api/admin/schedule/icontact/{sendId}',
    summary: 'Cancel a send at the provider, and its entry here.',
    access: 'session',
    params: sendIdParams,
    status: 200,
    answer: message,
    errors: [
      'schedule.not_found',
      'schedule.released',
      'schedule.busy',
      'email_provider.refused',
      'email_provider.unreachable',
    ],
  },
  getTemplate: {
    method: 'GET',
    path: '/api/admin/template',
    summary: "The email's HTML template and subject.",
    access: 'session',
    status: 200,
    answer: templateView,
  },
  saveTemplate: {
    method: 'PUT',
    path: '/api/admin/template',
    summary: 'Replace template and subject; a syntax error is refused with its line.',
    access: 'session',
    body: templateInput,
    status: 200,
    answer: templateView,
    errors: ['template.syntax'],
  },
  previewTemplate: {
    method: 'POST',
    path: '/api/admin/template/preview',
    summary: 'Render template and subject with a sample word.',
    access: 'session',
    body: templateInput,
    status: 200,
    answer: templatePreview,
    errors: ['template.syntax'],
  },
  overview: {
    method: 'GET',
    path: '/api/admin/overview',
    summary: 'Readers, signups per day, and what goes out next.',
    access: 'session',
    status: 200,
    answer: overview,
  },
  system: {
    method: 'GET',
    path: '/api/admin/system',
    summary: 'The running system: versions, database, which variables are set (never a value).',
    access: 'session',
    status: 200,
    answer: systemView,
  },
  listOutbox: {
    method: 'GET',
    path: '/api/admin/outbox',
    summary: 'Emails that the sandbox delivered, newest first; empty with a real provider.',
    access: 'session',
    status: 200,
    answer: outboxList,
  },
  readOutbox: {
    method: 'GET',
    path: '/api/admin/outbox/{id}',
    summary: 'One email that the sandbox delivered.',
    access: 'session',
    params: outboxParams,
    status: 200,
    answer: outboxEmail,
    errors: ['outbox.not_found'],
  },
  openapi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document.',
    access: 'public',
    status: 200,
    answer: z.looseObject({ openapi: z.string() }),
  },
  health: {
    method: 'GET',
    path: '/healthz',
    summary: 'Alive.',
    access: 'public',
    status: 200,
    answer: healthAnswer,
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    summary: 'The database can be reached.',
    access: 'public',
    status: 200,
    answer: healthAnswer,
    errors: ['database.unreachable'],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Figures for Prometheus.',
    access: 'public',
    status: 200,
    answerTypes: ['text/plain'],
  },
  widgetScript: {
    method: 'GET',
    path: '/widgets.js',
    summary: 'The signup form and the sample preview in one script file.',
    access: 'public',
    status: 200,
    answerTypes: ['text/javascript'],
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
export type Endpoints = typeof endpoints;
type Inferred<T, K extends string> = T extends { [key in K]: infer S extends z.ZodType }
  ? z.infer<S>
  : undefined;
/** The JSON answer of an endpoint. */
export type AnswerOf<N extends EndpointName> = Inferred<Endpoints[N], 'answer'>;
/** The validated body of an endpoint. */
export type BodyOf<N extends EndpointName> = Inferred<Endpoints[N], 'body'>;
