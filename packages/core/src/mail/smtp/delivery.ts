import { defineEntity, p } from '@mikro-orm/core';
import { deliveryStates } from '../../contract/choices.ts';

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** The id of the `SmtpSend`. Not a foreign key: it would be checked for each of a million readers. */
    sendId: p.integer(),
    readerId: p.integer().index('deliveries_reader'),
    state: p.enum([...deliveryStates]).default('queued'),
    dueAt: p.datetime(3),
    attempts: p.integer().default(0),
    /** Which process is sending it, and until when its answer must not be considered lost. */
    leaseToken: p.string().length(32).nullable(),
    leaseUntil: p.datetime(3).nullable(),
    /** What kind of failure it was; see `Failure`. */
    failure: p.string().length(20).nullable(),
    /** The relay's answer, or what happened instead. */
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
    // For lists of a few readers among a million.
    {
      properties: ['sendId', 'state', 'failure', 'id'],
      name: 'deliveries_problems',
      where: { state: { $in: ['failed', 'unknown', 'deferred'] } },
    },
  ],
  // Nobody gets an email twice.
  uniques: [{ properties: ['sendId', 'readerId'], name: 'deliveries_once' }],
});

/** One email to one reader. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);
