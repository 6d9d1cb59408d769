import { defineEntity, p } from '@mikro-orm/core';

const MailboxReadingSchema = defineEntity({
  name: 'MailboxReading',
  tableName: 'mailbox_readings',
  properties: {
    /** Of the mailbox and its folder. */
    name: p.string().length(300).primary(),
    /** Both are numbers of 32 bits without a sign. */
    uidValidity: p.string().length(20).nullable(),
    lastUid: p.string().length(20).nullable(),
    /** Until when the process that is reading owns it, or nobody reads it again. */
    leaseUntil: p.datetime(3).nullable(),
  },
});

/** How far the bounce mailbox was read. */
export class MailboxReading extends MailboxReadingSchema.class {}
MailboxReadingSchema.setClass(MailboxReading);
