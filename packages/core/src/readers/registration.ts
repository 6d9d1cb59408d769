import { defineEntity, p } from '@mikro-orm/core';
import { readerStatuses } from '../contract/choices.ts';
import { limits } from '../contract/limits.ts';

const RegistrationSchema = defineEntity({
  name: 'Registration',
  tableName: 'registrations',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Trimmed and in lower case. */
    email: p.string().length(limits.emailLength).unique(),
    firstName: p.string().length(limits.firstNameLength),
    favoriteWord: p.string().length(limits.wordLength).nullable(),
    /** Where the signup came from; cleared after a while. */
    ipAddress: p.string().length(64).nullable(),
    createdAt: p.datetime(3).index('registrations_created_at'),
    /** Whether the email provider has the reader yet. */
    status: p
      .enum([...readerStatuses])
      .fieldName('handover')
      .default('waiting'),
    /** Why the provider refused. */
    reason: p.text().fieldName('handover_reason').nullable(),
    /** The provider's id of the reader. */
    subscriberId: p.string().length(64).fieldName('contact_id').nullable(),
    /** When a process last claimed the reader: from then on the provider may have the address. */
    attemptedAt: p.datetime(3).nullable(),
    /** Until when the process that claimed the reader owns the row. */
    leaseUntil: p.datetime(3).nullable(),
  },
  indexes: [
    { properties: ['id'], name: 'registrations_waiting', where: { status: 'waiting' } },
    { properties: ['createdAt'], name: 'registrations_with_address', where: { ipAddress: { $ne: null } } },
  ],
});

/** Someone who signed up for the daily word. */
export class Registration extends RegistrationSchema.class {}
RegistrationSchema.setClass(Registration);
