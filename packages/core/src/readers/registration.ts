import { defineEntity, p } from '@mikro-orm/core';
import { limits } from '../contract/limits.ts';

export const handoverStates = ['waiting', 'subscribed', 'refused'] as const;

const RegistrationSchema = defineEntity({
  name: 'Registration',
  tableName: 'registrations',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Trimmed and in lower case. */
    email: p.string().length(limits.emailLength).unique(),
    firstName: p.string().length(limits.firstNameLength),
    favoriteWord: p.string().length(limits.wordLength).nullable(),
    ipAddress: p.string().length(64).nullable(),
    createdAt: p.datetime(3).index('registrations_created_at'),
    /** Whether the email provider has the reader yet. */
    handover: p.enum([...handoverStates]).default('waiting'),
    /** Why the provider refused. */
    handoverReason: p.text().nullable(),
    contactId: p.string().length(64).nullable(),
    /** Whoever claims a row for a hand-over owns it until then. */
    leaseUntil: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['id'], name: 'registrations_waiting', where: { handover: 'waiting' } }],
});

/** Someone who signed up for the daily word. */
export class Registration extends RegistrationSchema.class {}
RegistrationSchema.setClass(Registration);
