import type { Dated } from './email-queue.ts';
import type { StepContext, StepEnd } from './pass-event.ts';
import { emailPolicy, isOutage, outcomeOf } from './policy.ts';
import type { Submission } from './submission.ts';
import { type SubmitDeps, submitEmail } from './submit-email.ts';

/** Submits every pending email that no other process has leased, in the order of their times. */
export async function submitPending(deps: SubmitDeps, context: StepContext): Promise<StepEnd> {
  const { signal } = context;
  const limit = emailPolicy.batchSize;
  let after: Dated | undefined;
  let faults = 0;
  for (;;) {
    const emails = await deps.emails.pending({ after, limit });
    for (const email of emails) {
      if (signal?.aborted) return undefined;
      const result = await submitEmail(deps, email.id, { signal });
      report(context, email.id, result);
      if (result.outcome === 'pending') {
        faults += 1;
        if (isOutage(result.error) || faults > emailPolicy.faultsTolerated) return 'away';
      }
      after = email;
    }
    if (emails.length < limit) return undefined;
  }
}

function report({ onEvent }: StepContext, id: number, result: Submission): void {
  if (result.outcome === 'busy') return;
  const { word } = result;
  const step = 'emails';
  if (result.outcome === 'scheduled') {
    onEvent({ step, id, outcome: 'done', message: `“${word}” is scheduled at the provider` });
    if (result.warning) onEvent({ step, id, outcome: 'failed', message: result.warning });
  } else if (result.outcome === 'cancelled') {
    onEvent({ step, id, outcome: 'done', message: `“${word}” was cancelled` });
  } else if (result.outcome === 'unsettled') {
    onEvent({ step, id, outcome: 'waiting', message: `“${word}” is still pending. ${result.reason}` });
  } else if (result.outcome === 'kept') {
    onEvent({ step, id, outcome: 'failed', message: `“${word}” was not changed. ${result.reason}` });
  } else if (result.outcome === 'pending') {
    const message = `“${word}” is still pending. ${result.error.message}`;
    onEvent({ step, id, outcome: outcomeOf(result.error), message });
  } else {
    onEvent({ step, id, outcome: 'failed', message: `“${word}” will not be sent. ${result.reason}` });
  }
}
