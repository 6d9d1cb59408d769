import { defineEntity, p } from '@mikro-orm/core';

const AutopilotDaySchema = defineEntity({
  name: 'AutopilotDay',
  tableName: 'autopilot_days',
  properties: {
    /** In the installation's time zone, `YYYY-MM-DD`. As the key, it gives each day to only one process. */
    day: p.string().length(10).primary(),
    /** Whether the admin skipped it; otherwise the autopilot has filled it. */
    isSkipped: p.boolean(),
  },
});

/** A day that the autopilot leaves alone because it already filled it, or was asked to skip it. */
export class AutopilotDay extends AutopilotDaySchema.class {}
AutopilotDaySchema.setClass(AutopilotDay);
