import { defineEntity, p } from '@mikro-orm/core';

const AutopilotSettingsSchema = defineEntity({
  name: 'AutopilotSettings',
  tableName: 'autopilot_settings',
  properties: {
    /** Always 1. */
    id: p.integer().primary(),
    isOn: p.boolean(),
    /** Wall-clock time in the installation's time zone, `HH:MM`. */
    time: p.string().length(5),
    /** Weekdays, separated by commas. */
    days: p.string().length(30),
    /** How many mornings are kept filled. */
    ahead: p.integer(),
    /** Decides between equally good words. */
    seed: p.integer(),
  },
});

/** When emails go out, and whether their words are chosen automatically. */
export class AutopilotSettings extends AutopilotSettingsSchema.class {}
AutopilotSettingsSchema.setClass(AutopilotSettings);
