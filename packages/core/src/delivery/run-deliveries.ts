import { isDomainError } from '../errors.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import type { StepContext, StepEnd } from './pass-event.ts';
import { isOutage, outcomeOf } from './policy.ts';

const step = 'deliveries';

/**
 * Lets a provider that sends to each reader from here send what is due, for one time slice. The other steps use our own
 * database, so a mail server that is away does not end them.
 */
export async function runDeliveries(
  { provider }: { provider: () => Promise<MailProvider> },
  { onEvent, signal }: StepContext,
): Promise<StepEnd> {
  const { deliveries } = await provider();
  try {
    await deliveries?.run({ signal, onEvent: (event) => onEvent({ step, ...event }) });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    onEvent({ step, outcome: outcomeOf(error), message: error.message });
    return isOutage(error) ? 'held up' : undefined;
  }
  return undefined;
}
