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
    /** The origin of the site whose form was used, such as `https://blog.example`, or what an import says. */
    source: p.string().length(limits.signupSourceLength).nullable(),
    /** How an imported reader agreed to get the emails, according to the import. */
    consent: p.text().nullable(),
    createdAt: p.datetime(3).index('registrations_created_at'),
    /** See `readerStatuses` in the contract. */
    status: p
      .enum([...readerStatuses])
      .fieldName('handover')
      .default('waiting'),
    /** When the status began; `null` means at signup. */
    statusAt: p.datetime(3).nullable(),
    /** When the reader confirmed the address; `null` if no confirmation was requested. */
    confirmedAt: p.datetime(3).nullable(),
    /** Why the provider refused, or what the bounce said. */
    reason: p.text().fieldName('handover_reason').nullable(),
    /** The provider's id of the reader. */
    subscriberId: p.string().length(64).fieldName('contact_id').nullable(),
    /** When a process last claimed the reader: from that point, the provider may have the address. */
    attemptedAt: p.datetime(3).nullable(),
    /** The end of the lease of the process that claimed the reader. */
    leaseUntil: p.datetime(3).nullable(),
    /**
     * Identifies the reader in links and bounce addresses. Created when first needed, and never changed: old emails
     * contain it.
     */
    mailToken: p.string().length(32).nullable(),
    /** Consecutive temporary failures, such as a full mailbox, at most one a day. */
    softBounces: p.integer().default(0),
    /** The day of the latest one (UTC, `YYYY-MM-DD`). */
    softBouncedOn: p.string().length(10).nullable(),
  },
  indexes: [
    // Almost all readers are subscribed.
    {
      properties: ['status', 'id'],
      name: 'registrations_not_subscribed',
      where: { status: { $ne: 'subscribed' } },
    },
    { properties: ['createdAt'], name: 'registrations_with_address', where: { ipAddress: { $ne: null } } },
  ],
  // Partial, so that a signup does not write to it.
  uniques: [
    {
      properties: ['mailToken'],
      name: 'registrations_mail_token_unique',
      where: { mailToken: { $ne: null } },
    },
  ],
});

/** Someone who signed up for the daily word. */
export class Registration extends RegistrationSchema.class {}
RegistrationSchema.setClass(Registration);
