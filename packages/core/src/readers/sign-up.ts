import type { BotCheck } from '../bot-check/bot-check.ts';
import { messages } from '../contract/messages.ts';
import type { SignupInput } from '../contract/signups.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { DomainError } from '../errors.ts';
import type { AttemptLimits } from '../limits/attempt-limits.ts';
import { Registration } from './registration.ts';

export interface SignUpDeps {
  database: OpenDatabase;
  now: () => Date;
  limits: AttemptLimits;
  botCheck: BotCheck;
}

/**
 * Stores a signup. Repeating it is safe and answers the same, so that nobody can find out who is
 * subscribed. Delivery subscribes the reader at the email provider later.
 *
 * @param address Where the call came from.
 * @throws DomainError `limit.too_many`, `bot_check.rejected`, `bot_check.unreachable`
 */
export async function signUp(
  { database, now, limits, botCheck }: SignUpDeps,
  input: SignupInput,
  { address }: { address: string | undefined },
): Promise<{ message: string }> {
  const answer = { message: messages.signup.welcome };
  await limits.attempt('signupPerAddress', address ?? 'unknown');
  // A bot that gets an error would try another way.
  if (input.website) return answer;
  await refuseBots(botCheck, input, address);
  const row = {
    email: input.email,
    firstName: input.firstName,
    favoriteWord: input.favoriteWord ?? null,
    ipAddress: address?.slice(0, 64) ?? null,
    createdAt: now(),
    status: 'waiting' as const,
  };
  // Not em.upsert(): it reads an existing row, and fails if that is removed at the same moment.
  await database.em().createQueryBuilder(Registration).insert(row).onConflict('email').ignore().execute();
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
