import { isDomainError } from '../errors.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import type { CancelledMessage, EmailQueue } from './email-queue.ts';
import type { StepContext, StepEnd } from './pass-event.ts';
import { emailPolicy, isOutage, outcomeOf } from './policy.ts';

export interface CancelLateDeps {
  emails: EmailQueue;
  provider: () => Promise<MailProvider>;
}

const step = 'emails';

/**
 * Cancels sends of cancelled emails that the provider made late. Each pass checks again until it is certain that there
 * will be none.
 */
export async function cancelLateSends(deps: CancelLateDeps, context: StepContext): Promise<StepEnd> {
  const limit = emailPolicy.batchSize;
  for (let after = 0; ; ) {
    const messages = await deps.emails.cancelledMessages({ after, limit });
    for (const message of messages) {
      if (context.signal?.aborted) return undefined;
      try {
        await cancelLateSend(deps, message, context);
      } catch (error) {
        if (!isDomainError(error)) throw error;
        context.onEvent({ step, outcome: outcomeOf(error), message: error.message });
        if (isOutage(error)) return 'away';
      }
      after = message.id;
    }
    if (messages.length < limit) return undefined;
  }
}

async function cancelLateSend(
  { emails, provider }: CancelLateDeps,
  { id, messageId, isSettled }: CancelledMessage,
  { onEvent, signal }: StepContext,
): Promise<void> {
  const { sends } = await provider();
  const send = await sends.find(messageId, { signal });
  if (send && send.status !== 'cancelled') {
    const isTooLate = (await sends.cancel(send.sendId, { signal })) === 'released';
    onEvent(
      isTooLate
        ? {
            step,
            outcome: 'failed',
            message: 'A cancelled email was sent: the provider made its send too late.',
          }
        : { step, outcome: 'done', message: 'The late send of a cancelled email was cancelled' },
    );
    if (!isTooLate && !isSettled) return;
  } else if (!isSettled) return;
  await emails.forgetCancelled(id);
}
