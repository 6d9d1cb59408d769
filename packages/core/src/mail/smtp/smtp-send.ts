import { defineEntity, type Loaded, p } from '@mikro-orm/core';
import { SmtpMessage } from './smtp-message.ts';

/**
 * - `pending`: its time has not come.
 * - `preparing`: its readers are being recorded.
 * - `sending`: in progress. `paused`: the rest waits for the owner.
 * - `released`: every delivery has ended. `cancelled`: before anything was sent.
 */
const sendStatuses = ['pending', 'preparing', 'sending', 'paused', 'released', 'cancelled'] as const;

const SmtpSendSchema = defineEntity({
  name: 'SmtpSend',
  tableName: 'smtp_sends',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** A message is sent once. */
    message: () => p.oneToOne(SmtpMessage).fieldName('message_id').owner().deleteRule('cascade'),
    scheduledAt: p.datetime(3),
    status: p.enum([...sendStatuses]).default('pending'),
    /** Why it is paused or cancelled, fit to show. */
    reason: p.text().nullable(),
    /** Readers who joined the list later get the next email. */
    startedAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
    /** The last reader recorded so far. */
    preparedTo: p.integer().default(0),
    recipients: p.integer().default(0),
    sent: p.integer().default(0),
    failed: p.integer().default(0),
    unknown: p.integer().default(0),
  },
  indexes: [
    {
      properties: ['scheduledAt'],
      name: 'smtp_sends_open',
      where: { status: { $in: ['pending', 'preparing', 'sending', 'paused'] } },
    },
  ],
});

/** One email to everybody on the list. */
export class SmtpSend extends SmtpSendSchema.class {}
SmtpSendSchema.setClass(SmtpSend);

/** A send with its message loaded. */
export type LoadedSend = Loaded<SmtpSend, 'message'>;
