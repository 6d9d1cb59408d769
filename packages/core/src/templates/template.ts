import { defineEntity, p } from '@mikro-orm/core';
import { limits } from '../contract/limits.ts';

const TemplateSchema = defineEntity({
  name: 'Template',
  tableName: 'templates',
  properties: {
    /** The highest id is the template in use; earlier versions are kept, so that no edit is lost. */
    id: p.integer().primary().autoincrement(),
    content: p.text(),
    subject: p.string().length(limits.subjectLength),
    createdAt: p.datetime(3),
  },
});

/** One saved version of the email's template. */
export class Template extends TemplateSchema.class {}
TemplateSchema.setClass(Template);
