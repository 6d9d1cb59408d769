import { z } from 'zod';
import { accentProblem } from './design-colors.ts';
import {
  type DesignTextName,
  designTextNames,
  designTexts,
  type HeaderStyle,
  headerStyles,
  sectionNames,
  type TypePairingName,
  typePairings,
} from './design-parts.ts';
import type { Endpoint } from './endpoint.ts';
import { templateInput, templatePreview, templateView } from './templates.ts';
import { isStorable, notStorable } from './text.ts';

/** In templates, braces and brackets are code. */
const hasCode = (text: string) => /[[\]{}]/.test(text.replaceAll('{product}', ''));

const ownText = (label: string, most: number) =>
  z
    .string()
    .trim()
    .max(most, `${label} must be at most ${most} characters`)
    .refine(isStorable, notStorable(label))
    .refine(
      (text) => !hasCode(text),
      `${label} can have no braces or square brackets, which are code in templates`,
    )
    .default('');

const texts = Object.fromEntries(
  designTextNames.map((name) => [name, ownText(designTexts[name].label, designTexts[name].most)]),
) as Record<DesignTextName, ReturnType<typeof ownText>>;

const names = <T extends string>(table: Record<T, unknown>) => Object.keys(table) as [T, ...T[]];

const noTexts = Object.fromEntries(designTextNames.map((name) => [name, ''])) as Record<
  DesignTextName,
  string
>;

/** The built-in look. Written out, so that loading this makes no schema. */
export const defaultDesign = {
  logo: null as string | null,
  logoAlt: '',
  accent: null as string | null,
  type: 'classic' as TypePairingName,
  header: 'sunrise' as HeaderStyle,
  sections: [...sectionNames],
  theme: true,
  benefits: true,
  language: 'en',
  ...noTexts,
};

/** How emails and public pages look. Everything left out is the built-in look. */
export const design = z.object({
  /** An uploaded logo; it stands where the product's name does. */
  logo: z
    .string()
    .regex(/^[\w-]{16,64}$/, 'Upload the logo first')
    .nullable()
    .default(defaultDesign.logo),
  logoAlt: ownText('The text for the logo', 120),
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, { error: 'Write the color as #rrggbb', abort: true })
    .superRefine((color, { addIssue }) => {
      const message = accentProblem(color);
      if (message) addIssue({ code: 'custom', message });
    })
    .nullable()
    .default(defaultDesign.accent),
  type: z.enum(names<TypePairingName>(typePairings)).default(defaultDesign.type),
  header: z.enum(names<HeaderStyle>(headerStyles)).default(defaultDesign.header),
  /** The shown ones, in their order. */
  sections: z
    .array(z.enum(sectionNames))
    .refine((list) => new Set(list).size === list.length, 'Each section can be shown once')
    .default(defaultDesign.sections),
  /** Whether an email of a theme week says so above the word. */
  theme: z.boolean().default(defaultDesign.theme),
  /** Whether the landing page gives its reasons for signing up. */
  benefits: z.boolean().default(defaultDesign.benefits),
  /** Of the texts: the readers’ screen readers pronounce by it, and dates are written in it. */
  language: z
    .string()
    .trim()
    .max(35)
    .refine(isLanguage, 'Write a language as a code, such as en or pt-BR')
    .default(defaultDesign.language),
  ...texts,
});
export type Design = z.infer<typeof design>;

function isLanguage(code: string): boolean {
  try {
    return code.length > 1 && Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
}

/** The uploaded logo. Written out because the declarations of a package without zod contain it. */
export interface LogoView {
  key: string;
  /** As shown, in CSS pixels. */
  width: number;
  height: number;
  /** What it has to stand on to be seen in both modes: a logo in dark ink on nothing needs a light ground at night. */
  ground: 'any' | 'light' | 'dark';
}

export const logoView = z.object({
  key: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  ground: z.enum(['any', 'light', 'dark']),
}) satisfies z.ZodType<LogoView>;

export const designView = z.object({
  design,
  /** Of the design in use. */
  logo: logoView.nullable(),
  /** Whether the template was written by hand: the email then no longer follows the design, the pages do. */
  isOwnHtml: z.boolean(),
});
export type DesignView = z.infer<typeof designView>;

export const designEdit = z.object({
  design,
  /** The design that was edited: the change is refused if another one was saved since. */
  replaces: design.optional(),
  /** Replaces a template that was written by hand. Without it, such a template stays. */
  replacesHtml: z.boolean().default(false),
});
export type DesignEdit = z.infer<typeof designEdit>;

export const designSaved = designView.extend({ olderEmails: templateView.shape.olderEmails });
export type DesignSaved = z.infer<typeof designSaved>;

/** What a preview shows: the email, the landing page, or the page of a word. */
export const designPreviewPages = ['email', 'landing', 'word'] as const;

export const designPreviewInput = z.object({
  design,
  page: z.enum(designPreviewPages).default('email'),
  wordId: z.number('Choose a word').int().positive('Choose a word').optional(),
});
export type DesignPreviewInput = z.input<typeof designPreviewInput>;

export const designPreview = templatePreview.pick({ html: true, subject: true, text: true }).extend({
  word: z.string(),
  logo: logoView.nullable(),
  /** What the email was made of, to send it as a test. */
  template: templateInput,
});
export type DesignPreview = z.infer<typeof designPreview>;

export const designEndpoints = {
  getDesign: {
    method: 'GET',
    path: '/api/admin/design',
    summary: 'How emails and public pages look.',
    access: 'session',
    answer: designView,
  },
  saveDesign: {
    method: 'PUT',
    path: '/api/admin/design',
    summary:
      'Change how emails and public pages look. It is a new version of the template; one written by hand stays unless `replacesHtml`.',
    access: 'session',
    body: designEdit,
    answer: designSaved,
    errors: ['template.changed', 'template.logo'],
  },
  previewDesign: {
    method: 'POST',
    path: '/api/admin/design/preview',
    summary:
      'The email, or a page, in a design that was not saved, with the word of the next email if none is given.',
    access: 'session',
    body: designPreviewInput,
    answer: designPreview,
    errors: ['word.not_found', 'template.logo'],
  },
  uploadLogo: {
    method: 'POST',
    path: '/api/admin/design/logo',
    summary: 'Upload a logo as PNG, JPEG or SVG. It is stored as a PNG, and shown once a design has it.',
    access: 'session',
    bodyTypes: ['image/png', 'image/jpeg', 'image/svg+xml'],
    status: 201,
    answer: logoView,
    errors: ['template.logo', 'request.content_type', 'request.too_large'],
  },
} as const satisfies Record<string, Endpoint>;
