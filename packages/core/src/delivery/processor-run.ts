import { defineEntity, p } from '@mikro-orm/core';

const ProcessorRunSchema = defineEntity({
  name: 'ProcessorRun',
  tableName: 'processor_runs',
  properties: {
    /** Always 1: only the latest pass is kept. */
    id: p.integer().primary(),
    finishedAt: p.datetime(3),
    failures: p.integer(),
  },
});

/** When the processor last ran. */
export class ProcessorRun extends ProcessorRunSchema.class {}
ProcessorRunSchema.setClass(ProcessorRun);
