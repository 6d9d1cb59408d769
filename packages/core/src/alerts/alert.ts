import { defineEntity, p } from '@mikro-orm/core';

const AlertSchema = defineEntity({
  name: 'Alert',
  tableName: 'alerts',
  properties: {
    /** What it is about, such as `email_failed:12`. Nothing is reported twice. */
    key: p.string().length(100).primary(),
    kind: p.string().length(30),
    /** The JSON to post, the same in every attempt. */
    body: p.text(),
    /** The scheduled email that it is about. */
    emailId: p.integer().nullable(),
    createdAt: p.datetime(3),
    /** It is not sent before this time. */
    notBefore: p.datetime(3),
    /** It is useless after this time. */
    expiresAt: p.datetime(3),
    /** When the row may be deleted: after this time, nothing would report the same again. */
    forgetAt: p.datetime(3).index('alerts_forget_at'),
    attempts: p.integer().default(0),
    /** The end of the lease of the process that is sending it. */
    leaseUntil: p.datetime(3).nullable(),
    /** Why the last try failed, fit to show. */
    failure: p.text().nullable(),
    sentAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['notBefore'], name: 'alerts_unsent', where: { sentAt: null } }],
});

/** Something the owner should know, and whether they have been notified. */
export class Alert extends AlertSchema.class {}
AlertSchema.setClass(Alert);
