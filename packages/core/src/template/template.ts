import { defineEntity, p } from '@mikro-orm/core';
import type { AuditVia, TemplateOrigin } from '../contract/choices.ts';
import type { Design, LogoView } from '../contract/design.ts';
import { limits } from '../contract/limits.ts';

const TemplateSchema = defineEntity({
  name: 'Template',
  tableName: 'templates',
  properties: {
    /** The highest id is the template in use; the last few before it are kept, so that no edit is lost. */
    id: p.integer().primary().autoincrement(),
    content: p.text(),
    /** A ready-made one has a variable for the name of the product. */
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

const LogoSchema = defineEntity({
  name: 'Logo',
  tableName: 'logos',
  properties: {
    /** Follows from its content. */
    key: p.string().length(64).primary(),
    /** A PNG in Base64: backups hold no bytes. */
    content: p.text(),
    /** As shown, in CSS pixels. */
    width: p.integer(),
    height: p.integer(),
    ground: p.string().length(10).$type<LogoView['ground']>(),
    createdAt: p.datetime(3),
    /** Whether a design had it. It is then kept, because emails that were sent show it. */
    isUsed: p.boolean().default(false),
  },
});

/** An uploaded logo, as it is served. */
export class Logo extends LogoSchema.class {}
LogoSchema.setClass(Logo);
