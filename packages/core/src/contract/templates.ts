import { z } from 'zod';
import { auditVias, templateOrigins } from './choices.ts';
import { emailAddress } from './email-address.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { olderEmails } from './older-email.ts';
import { idParams, instant } from './paging.ts';
import { isStorable, notStorable } from './text.ts';

export const templateInput = z.object({
  content: z
    .string('The template is required')
    .refine((value) => value.trim() !== '', 'The template is required')
    .max(limits.templateLength, `The template must be at most ${limits.templateLength} characters`)
    .refine(isStorable, notStorable('The template')),
  subject: z
    .string('The subject is required')
    .trim()
    .min(1, 'The subject is required')
    .max(limits.subjectLength, `The subject must be at most ${limits.subjectLength} characters`)
    .regex(/^[^\r\n]*$/, 'The subject must be a single line')
    .refine(isStorable, notStorable('The subject')),
});
export type TemplateInput = z.infer<typeof templateInput>;

export const templateEdit = templateInput.extend({
  /**
   * The template that was edited: the change is refused if another one was saved since. If left out, any template is
   * replaced.
   */
  replaces: z
    .object({ content: z.string(), subject: z.string() }, 'This must be the template that was edited')
    .optional(),
});
export type TemplateEdit = z.infer<typeof templateEdit>;

export const templateView = z.object({
  template: z.string(),
  subject: z.string(),
  /** What was stored but looks wrong, such as a variable that does not exist. */
  warnings: z.array(z.string()).optional(),
  /** Emails that wait with the old text. */
  olderEmails: olderEmails.optional(),
});
export type TemplateView = z.infer<typeof templateView>;

/** A saved version of the template, without its HTML. */
export const templateVersion = z.object({
  id: z.number().int(),
  createdAt: instant,
  subject: z.string(),
  /** Length of the HTML. */
  characters: z.number().int(),
  origin: z.enum(templateOrigins),
  /** Who saved it; `null` from the command line, or if it is unknown. */
  account: z.string().nullable(),
  /** `null` for the built-in template, and for versions from before this was recorded. */
  via: z.enum(auditVias).nullable(),
});
export type TemplateVersion = z.infer<typeof templateVersion>;

/** Newest first; the first one is in use. */
export const templateVersions = z.object({ versions: z.array(templateVersion) });
export type TemplateVersions = z.infer<typeof templateVersions>;

export const templateVersionView = templateVersion.extend({ template: z.string() });
export type TemplateVersionView = z.infer<typeof templateVersionView>;

/** The word of a preview or a test. Defaults to that of the next email, the library's first, or a built-in one. */
const shownWord = { wordId: z.number('Choose a word').int().positive('Choose a word').optional() };

export const previewInput = templateInput.extend(shownWord);
export type PreviewInput = z.infer<typeof previewInput>;

export const templatePreview = z.object({
  html: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The same as a save would return. */
  warnings: z.array(z.string()).optional(),
  /** The warnings about variables that do not exist. */
  unknownVariables: z.array(z.string()).optional(),
});
export type TemplatePreview = z.infer<typeof templatePreview>;

export const testEmailInput = z.object({
  to: emailAddress,
  ...shownWord,
  /** The template to try; defaults to the one in use. */
  template: templateInput.optional(),
});
export type TestEmailInput = z.infer<typeof testEmailInput>;

export const testEmailAnswer = z.object({
  /** What happened, and where to look. */
  message: z.string(),
  subject: z.string(),
  /** A mail server, or the outbox of the sandbox. */
  through: z.enum(['smtp', 'outbox']),
});
export type TestEmailAnswer = z.infer<typeof testEmailAnswer>;

export const templateEndpoints = {
  getTemplate: {
    method: 'GET',
    path: '/api/admin/template',
    summary: "The email's HTML template and subject.",
    access: 'session',
    answer: templateView,
  },
  saveTemplate: {
    method: 'PUT',
    path: '/api/admin/template',
    summary:
      'Replace template and subject; a syntax error is refused with its line, and an edit of a template other than `replaces`.',
    access: 'session',
    body: templateEdit,
    answer: templateView,
    errors: ['template.syntax', 'template.changed'],
  },
  resetTemplate: {
    method: 'DELETE',
    path: '/api/admin/template',
    summary: 'Go back to the built-in template and subject, as a new version.',
    access: 'session',
    answer: templateView,
  },
  listTemplateVersions: {
    method: 'GET',
    path: '/api/admin/template/versions',
    summary: 'The last ten versions of the template, newest first: when and by whom.',
    access: 'session',
    answer: templateVersions,
  },
  getTemplateVersion: {
    method: 'GET',
    path: '/api/admin/template/versions/{id}',
    summary: 'One version of the template with its HTML.',
    access: 'session',
    params: idParams,
    answer: templateVersionView,
    errors: ['template.not_found'],
  },
  restoreTemplate: {
    method: 'POST',
    path: '/api/admin/template/versions/{id}/restore',
    summary: 'Restore an earlier version, as a new version.',
    access: 'session',
    params: idParams,
    status: 200,
    answer: templateView,
    errors: ['template.not_found', 'template.syntax'],
  },
  previewTemplate: {
    method: 'POST',
    path: '/api/admin/template/preview',
    summary: 'Render template and subject with a word of the library, and warn about what looks wrong.',
    access: 'session',
    body: previewInput,
    answer: templatePreview,
    errors: ['template.syntax', 'word.not_found'],
  },
  sendTestEmail: {
    method: 'POST',
    path: '/api/admin/template/test',
    summary: 'Send one email to one address, as readers would get it, to try a template.',
    access: 'session',
    body: testEmailInput,
    answer: testEmailAnswer,
    errors: [
      'template.syntax',
      'template.no_test',
      'word.not_found',
      'limit.too_many',
      'email_provider.refused',
      'email_provider.unreachable',
    ],
  },
} as const satisfies Record<string, Endpoint>;
