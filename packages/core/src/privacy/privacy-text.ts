import { defineEntity, p } from '@mikro-orm/core';

const PrivacyTextSchema = defineEntity({
  name: 'PrivacyText',
  tableName: 'privacy_texts',
  properties: {
    /** The highest id is the text in use; earlier versions are kept, so that no edit is lost. */
    id: p.integer().primary().autoincrement(),
    /** Markdown; `null` means the default, which follows the settings. */
    content: p.text().nullable(),
    createdAt: p.datetime(3),
  },
});

/** One saved version of the privacy page's text. */
export class PrivacyText extends PrivacyTextSchema.class {}
PrivacyTextSchema.setClass(PrivacyText);
