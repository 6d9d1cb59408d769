import { defineEntity, p } from '@mikro-orm/core';
import { limits } from '../contract/limits.ts';

const RemovedReaderSchema = defineEntity({
  name: 'RemovedReader',
  tableName: 'removed_readers',
  properties: {
    id: p.integer().primary().autoincrement(),
    email: p.string().length(limits.emailLength),
    /** The provider's id of the reader, if it is known. */
    subscriberId: p.string().length(64).nullable(),
    /** From this time, no process is still subscribing the reader. */
    settledAt: p.datetime(3),
  },
});

/**
 * A reader who left the list here, or was removed while a process may have been subscribing them. The provider has not
 * been asked about them yet.
 */
export class RemovedReader extends RemovedReaderSchema.class {}
RemovedReaderSchema.setClass(RemovedReader);
