import { defineEntity, p } from '@mikro-orm/core';

const SmtpMessageSchema = defineEntity({
  name: 'SmtpMessage',
  tableName: 'smtp_messages',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.string().length(200).unique(),
    subject: p.text(),
    html: p.text(),
    text: p.text(),
    createdAt: p.datetime(3),
  },
});

/** The content of an email, before the fields for each reader are filled in. */
export class SmtpMessage extends SmtpMessageSchema.class {}
SmtpMessageSchema.setClass(SmtpMessage);
