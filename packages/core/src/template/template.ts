import { defineEntity, p } from '@mikro-orm/core';
import type { AuditVia, TemplateOrigin } from '../contract/choices.ts';
import type { Design } from '../contract/design.ts';
import { limits } from '../contract/limits.ts';

const TemplateSchema = defineEntity({
  name: 'Template',
  tableName: 'templates',
  properties: {
    /** The highest id is the template in use; the last few before it are kept, so that no edit is lost. */
    id: p.integer().primary().autoincrement(),
    content: p.text(),
    subject: p.string().length(limits.subjectLength),
    createdAt: p.datetime(3),
    origin: p.string().length(10).$type<TemplateOrigin>().default('edit'),
    /** The username of the person who saved it. */
    account: p.string().length(limits.usernameLength).nullable(),
    /** `null` if nobody saved it, or for versions from before this was recorded. */
    via: p.string().length(10).$type<AuditVia>().nullable(),
    /** How emails and pages look; `null` for the built-in look. */
    design: p.json<Partial<Design>>().nullable(),
    /** Whether the content follows from the design. It is then made again, so that it is as good as this version's. */
    isDesigned: p.boolean().default(false),
  },
});

/** One saved version of the email's template and of the design. */
export class Template extends TemplateSchema.class {}
TemplateSchema.setClass(Template);
