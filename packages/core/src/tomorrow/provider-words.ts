import { dailyCalls } from '../delivery/policy.ts';
import { isDomainError } from '../errors.ts';
import { type Kept, keepFor } from '../keep-for.ts';
import type { MailProvider, ProviderCheck } from '../mail/mail-provider.ts';
import { type ProviderWord, problemOf } from './judge.ts';

export interface AskProviderDeps {
  now: () => Date;
  provider: () => Promise<MailProvider>;
  /** Calls to the provider that are left today. */
  callsLeft: () => Promise<number>;
  /** @throws ProviderUnreachable while the provider asks not to be called */
  checkRest?: () => Promise<void>;
}

/** The dashboard and the metrics request this all day, and each answer costs calls. */
const sendKeptMs = 5 * 60_000;
const checkKeptMs = 15 * 60_000;
/** The problem may be over soon. */
const problemKeptMs = 30_000;

/** What the provider says about an email and its own state, from a cache that all callers share. */
export function createProviderWords(deps: AskProviderDeps) {
  const check = keepFor(checkKeptMs, deps.now, async () => (await deps.provider()).check());
  let kept: { sendId: string | null; word: Kept<ProviderWord>; againAt: number } | undefined;

  return async function providerWord(email: { sendId: string | null } | undefined): Promise<ProviderWord> {
    const resting = await restOf(deps);
    if (resting) return resting;
    const sendId = email?.sendId ?? null;
    const at = deps.now().getTime();
    if (kept?.sendId !== sendId || at >= kept.againAt) {
      const word = keepFor(sendKeptMs, deps.now, () => ask(deps, sendId, check));
      kept = { sendId, word, againAt: Number.POSITIVE_INFINITY };
    }
    const mine = kept;
    const word = await mine.word.get();
    if (problemOf(word)) mine.againAt = Math.min(mine.againAt, at + problemKeptMs);
    return word;
  };
}

async function restOf({ checkRest }: AskProviderDeps): Promise<ProviderWord | undefined> {
  try {
    await checkRest?.();
    return undefined;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { unreachable: error.message };
  }
}

async function ask(
  { provider, callsLeft }: AskProviderDeps,
  sendId: string | null,
  check: Kept<ProviderCheck>,
): Promise<ProviderWord> {
  if ((await callsLeft()) <= dailyCalls.keptFromList) {
    return { unreachable: 'The rest of today’s calls to the email provider is kept for the emails.' };
  }
  try {
    const checked = await check.get();
    if (checked.checks.some(({ ok }) => !ok)) check.forget();
    const away = checked.checks.find(({ name, ok }) => name === 'reachable' && !ok);
    if (away) return { unreachable: away.detail };
    const send = sendId === null ? undefined : await (await provider()).sends.get(sendId);
    return { send, check: checked };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { unreachable: error.message };
  }
}
