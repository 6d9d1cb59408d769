import { defineEntity, p } from '@mikro-orm/core';

const CancelledSendSchema = defineEntity({
  name: 'CancelledSend',
  tableName: 'cancelled_sends',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** The provider's id of the message. */
    messageId: p.string().length(64),
    /** From this time, a send that the provider does not have will never be made. */
    settledAt: p.datetime(3),
  },
});

/** An email that was cancelled while the provider may still have been making its send. */
export class CancelledSend extends CancelledSendSchema.class {}
CancelledSendSchema.setClass(CancelledSend);
