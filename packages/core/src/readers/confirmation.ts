import { defineEntity, p } from '@mikro-orm/core';
import { limits } from '../contract/limits.ts';

const ConfirmationSchema = defineEntity({
  name: 'Confirmation',
  tableName: 'confirmations',
  properties: {
    /** Every signup has one, whether the address is known or not, so that all take equally long. */
    email: p.string().length(limits.emailLength).primary(),
    /** In the link. */
    token: p.string().length(32).unique(),
    /** When the latest signup asked for it. */
    requestedAt: p.datetime(3),
    /** From then on an email is to be sent; `null` if none is. While one is sent, when another process may try. */
    dueAt: p.datetime(3).nullable(),
    /** Emails sent. */
    emails: p.integer().default(0),
    sentAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['dueAt'], name: 'confirmations_due', where: { dueAt: { $ne: null } } }],
});

/** An address whose owner is asked to confirm it. */
export class Confirmation extends ConfirmationSchema.class {}
ConfirmationSchema.setClass(Confirmation);
