import { dailyCalls } from '../delivery/policy.ts';
import { isDomainError } from '../errors.ts';
import { type Kept, keepFor } from '../keep-for.ts';
import type { MailProvider, ProviderCheck } from '../mail/mail-provider.ts';
import type { ProviderWord } from './judge.ts';

export interface AskProviderDeps {
  now: () => Date;
  provider: () => Promise<MailProvider>;
  /** Calls to the provider that are left today. */
  callsLeft: () => Promise<number>;
}

/** The dashboard and the metrics ask all day, and each answer costs calls. */
const sendKeptMs = 5 * 60_000;
const checkKeptMs = 15 * 60_000;

/** What the provider says about an email and its own state, from a cache that all callers share. */
export function createProviderWords(deps: AskProviderDeps) {
  const check = keepFor(checkKeptMs, deps.now, async () => (await deps.provider()).check());
  let kept: { sendId: string | null; word: Kept<ProviderWord> } | undefined;

  return function providerWord(email: { sendId: string | null } | undefined): Promise<ProviderWord> {
    const sendId = email?.sendId ?? null;
    if (kept?.sendId !== sendId) {
      kept = { sendId, word: keepFor(sendKeptMs, deps.now, () => ask(deps, sendId, check.get)) };
    }
    return kept.word.get();
  };
}

async function ask(
  { provider, callsLeft }: AskProviderDeps,
  sendId: string | null,
  check: () => Promise<ProviderCheck>,
): Promise<ProviderWord> {
  if ((await callsLeft()) <= dailyCalls.keptFromList) {
    return { unreachable: 'The rest of today’s calls to the email provider is kept for the emails.' };
  }
  try {
    const checked = await check();
    const away = checked.checks.find(({ name, ok }) => name === 'reachable' && !ok);
    if (away) return { unreachable: away.detail };
    const send = sendId === null ? undefined : await (await provider()).sends.get(sendId);
    return { send, check: checked };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { unreachable: error.message };
  }
}
