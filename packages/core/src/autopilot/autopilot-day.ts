import { defineEntity, p } from '@mikro-orm/core';

const AutopilotDaySchema = defineEntity({
  name: 'AutopilotDay',
  tableName: 'autopilot_days',
  properties: {
    /** In the installation's time zone, `YYYY-MM-DD`. The key gives each day to one process only. */
    day: p.string().length(10).primary(),
    /** By the admin; otherwise the autopilot has filled it. */
    isSkipped: p.boolean(),
  },
});

/** A day that the autopilot leaves alone: it has filled it already, or was asked to skip it. */
export class AutopilotDay extends AutopilotDaySchema.class {}
AutopilotDaySchema.setClass(AutopilotDay);
