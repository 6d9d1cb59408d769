import { defineEntity, p } from '@mikro-orm/core';
import { limits } from '../contract/limits.ts';

const ConfirmationSchema = defineEntity({
  name: 'Confirmation',
  tableName: 'confirmations',
  properties: {
    /** Every signup gets one, whether the address is known or not, so that all take equally long. */
    email: p.string().length(limits.emailLength).primary(),
    /** The token in the link. */
    token: p.string().length(32).unique(),
    /** The time of the latest signup with this address. */
    requestedAt: p.datetime(3),
    /** When an email should be sent; `null` if none should. While one is being sent: when another process may try. */
    dueAt: p.datetime(3).nullable(),
    /** Emails sent. */
    emails: p.integer().default(0),
    sentAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['dueAt'], name: 'confirmations_due', where: { dueAt: { $ne: null } } }],
});

/** An address that its owner is asked to confirm. */
export class Confirmation extends ConfirmationSchema.class {}
ConfirmationSchema.setClass(Confirmation);
