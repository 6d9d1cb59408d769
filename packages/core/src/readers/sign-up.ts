import type { BotCheck } from '../bot-check/bot-check.ts';
import { limits } from '../contract/limits.ts';
import { messages } from '../contract/messages.ts';
import type { SignupInput } from '../contract/signups.ts';
import { DomainError } from '../errors.ts';
import type { StoreSignup } from './store-signups.ts';

export interface SignUpDeps {
  store: StoreSignup;
  /** `undefined` if signups are not checked. */
  botCheck: BotCheck | undefined;
  /** Whether the IP address that a signup came from is stored with it. */
  keepAddress: boolean;
}

/** Where a signup comes from. */
export interface SignupCaller {
  /** IP address. */
  address: string | undefined;
  /** Origin of the site whose form was used. */
  site?: string | undefined;
}

/**
 * Stores a signup. It is safe to repeat, and the answer is the same, so that nobody can find out who is subscribed.
 * Delivery subscribes the reader at the email provider later.
 *
 * @param caller Where the call came from.
 * @throws DomainError `limit.too_many`, `bot_check.rejected`, `bot_check.unreachable`
 */
export async function signUp(
  { store, botCheck, keepAddress }: SignUpDeps,
  input: SignupInput,
  { address, site }: SignupCaller,
): Promise<{ message: string }> {
  const answer = { message: messages.signup.welcome };
  const attemptFrom = address ?? 'unknown';
  const row = {
    email: input.email,
    firstName: input.firstName,
    favoriteWord: input.favoriteWord ?? null,
    ipAddress: (keepAddress && address?.slice(0, 64)) || null,
    source: site?.slice(0, limits.signupSourceLength) ?? null,
  };
  // A bot that gets an error would try another way.
  if (input.website) await store({ attemptFrom });
  else if (botCheck) {
    // Counted first, so that nobody can make us call the service endlessly.
    await store({ attemptFrom });
    await refuseBots(botCheck, input, address);
    await store({ row });
  } else await store({ attemptFrom, row });
  return answer;
}

async function refuseBots(
  botCheck: BotCheck,
  input: SignupInput,
  address: string | undefined,
): Promise<void> {
  const verdict = await botCheck.verify(input.recaptchaToken ?? undefined, { address });
  if (verdict.outcome === 'rejected') {
    throw new DomainError(
      'bot_check.rejected',
      'We could not tell you from a robot. Reload the page and try again.',
      { cause: new Error(verdict.reason) },
    );
  }
  if (verdict.outcome === 'unavailable') {
    throw new DomainError(
      'bot_check.unreachable',
      'The robot check does not answer at the moment. Please try again in a few minutes.',
      { cause: new Error(verdict.reason) },
    );
  }
}
