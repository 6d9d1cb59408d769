import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { olderEmails } from './older-email.ts';
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

export const templateView = z.object({
  template: z.string(),
  subject: z.string(),
  /** What was stored but looks wrong, such as a variable that does not exist. */
  warnings: z.array(z.string()).optional(),
  /** The emails that wait with the text from before it was saved. */
  olderEmails: olderEmails.optional(),
});
export type TemplateView = z.infer<typeof templateView>;

export const templatePreview = z.object({ html: z.string(), subject: z.string(), text: z.string() });
export type TemplatePreview = z.infer<typeof templatePreview>;

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
    summary: 'Replace template and subject; a syntax error is refused with its line.',
    access: 'session',
    body: templateInput,
    answer: templateView,
    errors: ['template.syntax'],
  },
  previewTemplate: {
    method: 'POST',
    path: '/api/admin/template/preview',
    summary: 'Render template and subject with a sample word.',
    access: 'session',
    body: templateInput,
    answer: templatePreview,
    errors: ['template.syntax'],
  },
} as const satisfies Record<string, Endpoint>;
