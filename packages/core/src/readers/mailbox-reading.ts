import { defineEntity, p } from '@mikro-orm/core';

const MailboxReadingSchema = defineEntity({
  name: 'MailboxReading',
  tableName: 'mailbox_readings',
  properties: {
    /** The name of the mailbox and its folder. */
    name: p.string().length(300).primary(),
    /** Both are unsigned 32-bit numbers. */
    uidValidity: p.string().length(20).nullable(),
    lastUid: p.string().length(20).nullable(),
    /** The end of the reading process's lease, or of the pause before the next reading. */
    leaseUntil: p.datetime(3).nullable(),
  },
});

/** How far the bounce mailbox has been read. */
export class MailboxReading extends MailboxReadingSchema.class {}
MailboxReadingSchema.setClass(MailboxReading);
