import { defineEntity, p } from '@mikro-orm/core';

/**
 * - `queued`, `deferred`: to be sent from `dueAt` on, for the first time or again.
 * - `sending`: given to the relay by a process that owns it until `leaseUntil`.
 * - `sent`: the relay accepted it.
 * - `failed`: the relay refused it for good, or it was tried too long.
 * - `unknown`: the relay's answer was lost. It is never sent again by itself.
 * - `skipped`: the reader had left, or the rest of the send was cancelled.
 */
const deliveryStates = ['queued', 'deferred', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const;

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Of `SmtpSend`. No foreign key: it would be checked for each of a million readers. */
    sendId: p.integer(),
    readerId: p.integer().index('deliveries_reader'),
    state: p.enum([...deliveryStates]).default('queued'),
    dueAt: p.datetime(3),
    attempts: p.integer().default(0),
    /** Which process is sending it, and until when nobody may call its answer lost. */
    leaseToken: p.string().length(32).nullable(),
    leaseUntil: p.datetime(3).nullable(),
    /** What kind of failure it was; see `Failure`. */
    failure: p.string().length(20).nullable(),
    /** The relay's answer, or what happened in place of one. */
    answer: p.text().nullable(),
    endedAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      properties: ['sendId', 'dueAt', 'id'],
      name: 'deliveries_waiting',
      where: { state: { $in: ['queued', 'deferred'] } },
    },
    { properties: ['leaseUntil'], name: 'deliveries_sending', where: { state: 'sending' } },
  ],
  // Nobody gets an email twice.
  uniques: [{ properties: ['sendId', 'readerId'], name: 'deliveries_once' }],
});

/** One email to one reader. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);
