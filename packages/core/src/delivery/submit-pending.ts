import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import type { PassEvent } from './pass-event.ts';
import { type HandOver, type HandOverDeps, handOver } from './submit-email.ts';

export interface HandOverPendingDeps extends HandOverDeps {
  onEvent: (event: PassEvent) => void;
}

const batchSize = 50;

/** Hands over every pending entry that nobody else is at, soonest first. Stops where nothing would get through. */
export async function handOverPending(deps: HandOverPendingDeps): Promise<void> {
  let last = 0;
  for (;;) {
    const pending = { status: 'pending' as const, id: { $gt: last } };
    const order = { orderBy: { id: 'asc' as const }, limit: batchSize, fields: ['id'] as const };
    const emails = await deps.forkEm().find(ScheduledEmail, pending, order);
    for (const { id } of emails) {
      const result = await handOver(deps, id);
      report(deps, id, result);
      if (result.outcome === 'waiting' && result.account) return;
    }
    const end = emails.at(-1);
    if (!end || emails.length < batchSize) return;
    last = end.id;
  }
}

function report({ onEvent }: HandOverPendingDeps, id: number, result: HandOver): void {
  const step = 'emails';
  switch (result.outcome) {
    case 'busy':
      return;
    case 'scheduled': {
      const message = `“${result.word}” is scheduled at the provider`;
      onEvent({ step, id, outcome: 'done', message });
      if (result.warning) onEvent({ step, id, outcome: 'failed', message: result.warning });
      return;
    }
    case 'waiting':
      onEvent({
        step,
        id,
        outcome: result.account ? 'failed' : 'waiting',
        message: `“${result.word}” still waits. ${result.reason}`,
      });
      return;
    default:
      onEvent({ step, id, outcome: 'failed', message: `“${result.word}” will not go out. ${result.reason}` });
  }
}
