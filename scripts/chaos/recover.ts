import { openWordrise, type Wordrise } from '@wordrise/core';
import { createIcontactProvider, type Sandbox } from '@wordrise/core/testing';
import { callPolicy } from '../../packages/core/src/mail/policy.ts';
import { loadConfig } from '../../packages/core/src/platform/settings/load-config.ts';
import type { Ledger } from './ledger.ts';
import type { Provider } from './provider.ts';

const minute = 60_000;
/** Longer and longer after the end: past every lease, and past the time in which a lost call may still be done. */
const passesAfter = [0, 3, 6, 12, 20, 25, 40, 60].map((minutes) => minutes * minute);

/**
 * What an hour without faults does: passes, and an admin who repeats what was not acknowledged.
 *
 * @returns the time of the last pass
 */
export async function recover(
  env: Record<string, string>,
  account: Sandbox['options'],
  { ledger, release }: { ledger: Ledger } & Pick<Provider, 'release'>,
): Promise<Date> {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const provider = createIcontactProvider({ ...callPolicy, ...account, minIntervalMs: 0, now });
  const wordrise = await openWordrise(loadConfig(env), { now, provider });
  try {
    for (const [nth, after] of passesAfter.entries()) {
      ahead = after;
      await release(after);
      await wordrise.processor.runPass();
      if (nth === 2) await repeat(wordrise, ledger);
    }
    return now();
  } finally {
    await wordrise.close();
  }
}

/** Repeats what was cut off. What is refused now, such as for an email already sent, is left as it is. */
async function repeat({ readers, schedule }: Wordrise, ledger: Ledger): Promise<void> {
  for (const [email, certainty] of ledger.removals) {
    if (certainty === 'acknowledged') continue;
    const isGone = await done(readers.remove(email), 'signup.not_found');
    if (isGone) ledger.removals.set(email, 'acknowledged');
  }
  for (const [id, certainty] of ledger.cancels) {
    if (certainty === 'acknowledged') continue;
    const isGone = await done(schedule.cancel(id), 'schedule.not_found');
    if (isGone) ledger.cancels.set(id, 'acknowledged');
  }
}

async function done(work: Promise<unknown>, goneAlready: string): Promise<boolean> {
  return work.then(
    () => true,
    (error) => error.code === goneAlready,
  );
}
