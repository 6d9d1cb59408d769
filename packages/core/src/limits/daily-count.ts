import { defineEntity, p } from '@mikro-orm/core';

const DailyCountSchema = defineEntity({
  name: 'DailyCount',
  tableName: 'daily_counts',
  properties: {
    /** What is counted, such as `merriam-webster`. */
    name: p.string().length(50).primary(),
    /** UTC day, `YYYY-MM-DD`. */
    day: p.string().length(10).primary(),
    count: p.integer(),
  },
});

/** Calls to a provider on one day. */
export class DailyCount extends DailyCountSchema.class {}
DailyCountSchema.setClass(DailyCount);
