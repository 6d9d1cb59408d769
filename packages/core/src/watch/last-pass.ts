import { defineEntity, p } from '@mikro-orm/core';
import type { OpenDatabase } from '../platform/database/open-database.ts';

/** A pass that ended by itself: one that was stopped may have left everything to the next. */
export interface LastPass {
  finishedAt: Date;
  /** Without those that an email or a reader shows. */
  failures: number;
}

/** The latest pass of any process; `undefined` if there was none. */
export async function readLastPass({ em }: Pick<OpenDatabase, 'em'>): Promise<LastPass | undefined> {
  return (await em().findOne(ProcessorRun, { id: 1 })) ?? undefined;
}

export async function storeLastPass({ em }: Pick<OpenDatabase, 'em'>, pass: LastPass): Promise<void> {
  await em().upsert(ProcessorRun, { id: 1, ...pass }, { onConflictFields: ['id'] });
}

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
