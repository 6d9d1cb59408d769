import type { OpenDatabase } from '../../database/open-database.ts';
import type { RunOptions } from '../mail-provider.ts';
import { Delivery } from './delivery.ts';
import { hasOpen, recount } from './delivery-store.ts';
import type { SendResult } from './send-deliveries.ts';
import { type LoadedSend, SmtpSend } from './smtp-send.ts';

interface FinishDeps {
  database: OpenDatabase;
  now: () => Date;
}

/**
 * Ends a send whose last delivery has ended, or pauses one whose emails the mail server refuses because of their
 * content or sender. The remaining readers are left until the owner decides.
 */
export async function finishSend(
  deps: FinishDeps,
  { id, message }: LoadedSend,
  { begun, refusal, doubted, onEvent }: SendResult & Pick<RunOptions, 'onEvent'>,
): Promise<void> {
  const isOver = !(await hasOpen(deps.database, id));
  if (isOver) await deps.database.writeTogether((run) => recount(run, id));
  // Retried with the others once the owner resumes the send.
  const blamed = { state: 'failed' as const, failure: 'policy' };
  if (doubted.length > 0) await deps.database.em().nativeUpdate(Delivery, { id: { $in: doubted } }, blamed);
  const answer = refusal ?? (isOver ? await onlyRefusals(deps, id) : undefined);
  const change = answer
    ? {
        status: 'paused' as const,
        reason: `The mail server does not accept these emails. It says: ${answer}`,
      }
    : isOver && { status: 'released' as const, finishedAt: deps.now() };
  const isChanged =
    change && (await deps.database.em().nativeUpdate(SmtpSend, { id, status: 'sending' }, change)) > 0;
  const send = await deps.database.em().findOneOrFail(SmtpSend, { id });
  const word = `“${message.name.split(' · ')[0]}”`;
  if (isChanged && answer) {
    onEvent({ outcome: 'failed', message: `${word} was paused. ${send.reason}` });
  } else if (begun > 0 || isChanged) {
    onEvent({ outcome: isOver ? 'done' : 'waiting', message: `${word}: ${progress(send)}` });
  }
}

function progress({ recipients, sent, failed, unknown }: SmtpSend): string {
  const parts = [`${sent} of ${recipients} sent`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (unknown > 0) parts.push(`${unknown} without an answer`);
  return parts.join(', ');
}

/** The answer to one email if every email was refused because of its content or sender. */
async function onlyRefusals({ database }: FinishDeps, sendId: number): Promise<string | undefined> {
  // Checked first, because the other query reads all deliveries if none was refused.
  const [untaken] = await database.read<object>(
    'select 1 as one from smtp_sends where id = ? and sent = 0 and unknown = 0',
    [sendId],
  );
  if (!untaken) return undefined;
  const [refused] = await database.read<{ answer: string }>(
    `select answer from deliveries where send_id = ? and state = 'failed' and failure in ('policy', 'content') limit 1`,
    [sendId],
  );
  return refused?.answer;
}
