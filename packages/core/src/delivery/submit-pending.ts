import type { StepContext } from './pass-event.ts';
import { emailPolicy } from './policy.ts';
import { type Submission, type SubmitDeps, submitEmail } from './submit-email.ts';

/** Submits every pending email that no other process has, oldest first. An outage ends it. */
export async function submitPending(deps: SubmitDeps, context: StepContext): Promise<void> {
  const { signal } = context;
  const limit = emailPolicy.batchSize;
  for (let after = 0; ; ) {
    const ids = await deps.emails.pendingIds({ after, limit });
    for (const id of ids) {
      if (signal?.aborted) return;
      const result = await submitEmail(deps, id, { signal });
      report(context, id, result);
      if (result.outcome === 'pending' && result.isOutage) return;
      after = id;
    }
    if (ids.length < limit) return;
  }
}

function report({ onEvent }: StepContext, id: number, result: Submission): void {
  if (result.outcome === 'busy') return;
  const { word } = result;
  const step = 'emails';
  if (result.outcome === 'scheduled') {
    onEvent({ step, id, outcome: 'done', message: `“${word}” is scheduled at the provider` });
    if (result.warning) onEvent({ step, id, outcome: 'failed', message: result.warning });
  } else if (result.outcome === 'pending') {
    const outcome = result.isOutage ? 'failed' : 'waiting';
    onEvent({ step, id, outcome, message: `“${word}” is still pending. ${result.reason}` });
  } else {
    onEvent({ step, id, outcome: 'failed', message: `“${word}” will not be sent. ${result.reason}` });
  }
}
