import { randomBytes } from 'node:crypto';
import type { FirstNameMode } from '../contract/choices.ts';
import { limits } from '../contract/limits.ts';
import { messages } from '../contract/messages.ts';
import { plainIssue } from '../contract/plain-issue.ts';
import { type SignupAnswer, type SignupBody, type SignupInput, signupInputFor } from '../contract/signups.ts';
import type { PrivacyVersion } from '../owner/privacy.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { renewWaiting } from '../platform/database/waiting.ts';
import { type InsertRows, isAboutValues, runIn } from '../platform/database/writes.ts';
import { DomainError, invalidInput } from '../platform/errors.ts';
import { type AttemptLimits, refuseIfOver } from '../platform/rate-limits/attempt-limits.ts';
import type { BotCheck, CheckedCaller } from './bot-check.ts';
import { type ShownConsent, shownConsent, storeConsents } from './consent.ts';
import { knownZone } from './preferences.ts';
import { readerTables } from './reader-tables.ts';
import type { Suppressions } from './suppressions.ts';

interface BlockedDomains {
  /** The owner's own list; it covers their subdomains too. */
  blocked: readonly string[];
  /** Whether the list of services for throwaway addresses counts too. */
  refusesDisposable: boolean;
}

export interface SignUpDeps {
  blockedDomains: BlockedDomains;
  /** Whether a first name is needed. */
  firstName: FirstNameMode;
  store: StoreSignup;
  limits: AttemptLimits;
  /** See `SignupStoreDeps`. */
  confirm?: 'all' | 'returning' | 'none' | undefined;
  /** `undefined` if signups are not checked. */
  botCheck: BotCheck | undefined;
  /** Whether every reader confirms with a link before getting emails. */
  confirms: boolean;
  /** Whether the IP address that a signup came from is stored with it. */
  keepAddress: boolean;
  /** The privacy page as visitors see it now. */
  privacy: () => Promise<PrivacyVersion>;
  /** Whether readers get emails at their own local times, so that their time zone is stored. */
  keepZone: boolean;
}

/** Where a signup comes from. */
export interface SignupCaller extends CheckedCaller {
  /** Whether a plain form was posted, which cannot run the bot check. */
  isForm?: boolean | undefined;
  /** Origin of the site whose form was used. */
  site?: string | undefined;
}

/**
 * Stores a signup. It is safe to repeat, and the answer is the same, so that nobody can find out who is subscribed.
 * A pass subscribes the reader at the email provider later.
 *
 * @param given As a form sends it; anything is checked here.
 * @param caller The visitor that the call came from. Without one, it is the program's own call, which is neither limited
 * nor checked for bots.
 * @throws DomainError `input.invalid`, `limit.too_many`, `signup.blocked_domain`, `bot_check.rejected`,
 * `bot_check.unreachable`
 */
export async function signUp(
  deps: SignUpDeps,
  given: SignupBody,
  caller?: SignupCaller,
): Promise<SignupAnswer> {
  const { data: input, error } = signupInputFor[deps.firstName].safeParse(given, { error: plainIssue });
  if (error) throw invalidInput(error.issues);
  const { store, botCheck, confirms, keepAddress, keepZone } = deps;
  const answer = answerOf(confirms);
  const { address, site } = caller ?? { address: undefined };
  const attemptFrom = address ?? 'unknown';
  const row = {
    email: input.email,
    firstName: input.firstName,
    favoriteWord: input.favoriteWord ?? null,
    creditName: input.creditName ?? false,
    ipAddress: (keepAddress && address?.slice(0, 64)) || null,
    source: site?.slice(0, limits.signupSourceLength) ?? null,
    campaign: input.campaign ?? null,
    timezone: (keepZone && input.timezone && knownZone(input.timezone)) || null,
  };
  if (!caller) {
    await store({ row });
    return answer;
  }
  // A bot that gets an error would try another way.
  if (input.website) {
    await store({ attemptFrom });
    return answer;
  }
  await refuseBlocked(input.email, deps.blockedDomains);
  const shown = { ...row, consent: shownConsent(input.consent, await deps.privacy()) };
  if (botCheck) {
    // Counted first, so that nobody can make us call the service endlessly.
    await store({ attemptFrom });
    if ((await judge(botCheck, input, caller)) === 'unchecked') {
      await admitUnchecked(deps, attemptFrom);
      await store({ row: { ...shown, mustConfirm: true } });
      return answerOf(true);
    }
    await store({ row: shown });
  } else await store({ attemptFrom, row: shown });
  return answer;
}

function answerOf(confirmFirst: boolean): SignupAnswer {
  const { confirmTitle, confirm, welcome } = messages.signup;
  return { message: confirmFirst ? `${confirmTitle} ${confirm}` : welcome, confirmFirst };
}

/**
 * Refuses an address at a domain that the owner does not want. The answer depends on the domain alone, so it says nothing
 * about who is subscribed.
 *
 * @throws DomainError `signup.blocked_domain`
 */
async function refuseBlocked(email: string, { blocked, refusesDisposable }: BlockedDomains): Promise<void> {
  const domains = [...parentsOf(email.slice(email.lastIndexOf('@') + 1))];
  const isBlocked =
    domains.some((domain) => blocked.includes(domain)) ||
    (refusesDisposable && (await anyDisposable(domains)));
  if (!isBlocked) return;
  throw new DomainError(
    'signup.blocked_domain',
    'We don’t accept addresses at this domain. Please use another address.',
  );
}

/** `a.b.example` and `b.example`. */
function* parentsOf(domain: string): Iterable<string> {
  for (let rest = domain; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) yield rest;
}

/** The list has some thousand domains and is loaded when it is first needed. */
async function anyDisposable(domains: readonly string[]): Promise<boolean> {
  const { default: list } = await import('disposable-email-domains-js');
  return domains.some((domain) => list.isDisposableEmailDomain(domain));
}

/** @throws DomainError `bot_check.rejected`, `bot_check.unreachable` */
async function judge(
  botCheck: BotCheck,
  input: SignupInput,
  caller: SignupCaller,
): Promise<'passed' | 'unchecked'> {
  const token = input.botCheckToken || input.recaptchaToken || undefined;
  if (caller.isForm && !token) return 'unchecked';
  const verdict = await botCheck.verify(token, caller);
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
  return verdict.outcome;
}

/**
 * Lets in a few visitors whose browser cannot run the check, if they confirm with a link. They have limits of their own, so
 * that programs without a token cannot use up the confirmation emails of everyone else.
 *
 * @throws DomainError `bot_check.rejected`, `limit.too_many`
 */
async function admitUnchecked({ confirm = 'none', limits }: SignUpDeps, attemptFrom: string): Promise<void> {
  if (confirm === 'none') {
    throw new DomainError(
      'bot_check.rejected',
      'We could not tell you from a robot. Turn on JavaScript for this page, reload it and try again.',
    );
  }
  await limits.attempt('uncheckedPerAddress', attemptFrom);
  await limits.attempt('uncheckedSignups', 'all');
}

/** What one call from a visitor writes. */
interface SignupWrite {
  /** Where it came from; counted as one attempt. */
  attemptFrom?: string;
  row?: {
    email: string;
    firstName: string;
    favoriteWord: string | null;
    /** Whether the first name may be shown beside that word. */
    creditName?: boolean;
    ipAddress: string | null;
    /** The origin of the site whose form was used. */
    source?: string | null;
    campaign?: string | null;
    consent?: ShownConsent;
    /** IANA name. */
    timezone?: string | null;
    /** Whether this reader confirms with a link although others need not. */
    mustConfirm?: boolean;
  };
}

/** Resolves when the write is on disk; a repeated address is left unchanged, unless it is not confirmed yet. */
type StoreSignup = (signup: SignupWrite) => Promise<void>;

export interface SignupStoreDeps {
  database: OpenDatabase;
  now: () => Date;
  limits: AttemptLimits;
  suppressions: Suppressions;
  /**
   * `all`: every reader confirms with a link. `returning`: only readers who had left the list. `none`: the email
   * provider keeps the list.
   */
  confirm?: 'all' | 'returning' | 'none' | undefined;
  /** Whether new readers get a welcome email. */
  welcomes?: boolean | undefined;
}

/** PostgreSQL allows 65,535 values in a statement. */
const mostTogether = 500;

/**
 * Signups that arrive together share one transaction, and so wait for the disk only once.
 *
 * @returns a function that throws DomainError `limit.too_many` and then stores nothing
 */
export function openSignupStore(deps: SignupStoreDeps): StoreSignup {
  const store = inBatches<SignupWrite, number>({
    write: (signups) => renewWaiting(() => storeTogether(deps, signups)),
    most: mostTogether,
    isAboutItems: isAboutValues,
  });
  return async (signup) => refuseIfOver(await store(signup));
}

/** @returns for each signup the seconds until an attempt is allowed again, or 0 */
async function storeTogether(deps: SignupStoreDeps, signups: SignupWrite[]): Promise<number[]> {
  const { database, now, limits, confirm = 'none', suppressions, welcomes = false } = deps;
  const emails = signups.flatMap(({ row }) => row?.email ?? []);
  return database.writeTogether(async (run, insert) => {
    const addresses = signups.map(({ attemptFrom }) => attemptFrom);
    const [remembered, waits] = await Promise.all([
      suppressions.among(emails, run),
      limits.count(insert, 'signupPerAddress', addresses),
    ]);
    const mustConfirm = (email: string) => (remembered.get(email)?.reason ?? 'removed') !== 'removed';
    const allowed = signups.flatMap(({ row }, at) => (row && waits[at] === 0 ? [row] : []));
    // A reader who had left and was removed comes back only with a link, and not at all if there are no links.
    const welcome = confirm === 'none' ? allowed.filter(({ email }) => !mustConfirm(email)) : allowed;
    const rows = [...new Map(welcome.map((row) => [row.email, row])).values()];
    const createdAt = now();
    storeConsents(
      insert,
      rows.flatMap(({ consent }) => consent ?? []),
    );
    // These statements are sent with the commit.
    insert(
      'registrations (email, first_name, favorite_word, credit_agreed_at, ip_address, source, campaign, consent_key, timezone, created_at, status, welcome_due_at)',
      // Sorted, so that two processes never wait for each other.
      rows
        .map((row) => [
          row.email,
          row.firstName,
          row.favoriteWord,
          row.creditName && row.favoriteWord && row.firstName ? createdAt : null,
          row.ipAddress,
          row.source ?? null,
          row.campaign ?? null,
          row.consent?.key ?? null,
          row.timezone ?? null,
          createdAt,
          confirm === 'all' || row.mustConfirm || mustConfirm(row.email) ? 'unconfirmed' : 'waiting',
          // A reader who left and was removed has been welcomed before.
          welcomes && !remembered.has(row.email) ? createdAt : null,
        ])
        .sort(),
      latestWins,
    );
    if (confirm !== 'none') askToConfirm(insert, rows, createdAt);
    return waits;
  });
}

/**
 * Anyone can sign up any address. Until its owner confirms, the latest signup counts: it is the owner's own, if they
 * confirm after signing up.
 */
const latestWins = `on conflict (email) do update set first_name = excluded.first_name,
  favorite_word = excluded.favorite_word, credit_agreed_at = excluded.credit_agreed_at, ip_address = excluded.ip_address, source = excluded.source,
  campaign = excluded.campaign, consent_key = excluded.consent_key, timezone = excluded.timezone
  where registrations.status = 'unconfirmed'`;

/**
 * Stored for every signup, whether the address is known or not. Readers who need no confirmation are skipped when links
 * are sent.
 */
function askToConfirm(insert: InsertRows, rows: { email: string }[], at: Date): void {
  const emails = rows.map(({ email }) => email).sort();
  insert(
    'confirmations (email, token, requested_at, due_at)',
    emails.map((email) => [email, randomBytes(16).toString('hex'), at, at]),
    `on conflict (email) do update set requested_at = excluded.requested_at,
     due_at = coalesce(confirmations.due_at, excluded.due_at)`,
  );
}

interface BatchOptions<Item, Result> {
  /** One result for each item, in their order. */
  write(items: Item[]): Promise<Result[]>;
  /** The most items in one batch. */
  most: number;
  /** Whether only some items caused an error; then each is written separately. */
  isAboutItems(error: unknown): boolean;
}

/**
 * Writes items that arrive together as one batch. While one is being written, the next collects; an item
 * that arrives alone waits for nothing.
 */
export function inBatches<Item, Result>(
  options: BatchOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { write, most, isAboutItems } = options;
  type Waiting = { item: Item; resolve(result: Result): void; reject(error: unknown): void };
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function settle(batch: Waiting[]): Promise<void> {
    try {
      const results = await write(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      const isOfItems = isAboutItems(error);
      if (batch.length > 1 && isOfItems) for (const each of batch) await settle([each]);
      // Items that came since then have waited as long, and would wait as long again.
      else for (const { reject } of isOfItems ? batch : [...batch, ...waiting.splice(0)]) reject(error);
    }
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) await settle(waiting.splice(0, most));
    isWriting = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isWriting) return;
      isWriting = true;
      // Runs after all ready sockets have been read.
      setImmediate(writeAll);
    });
}

export interface ClearAddressesDeps {
  database: OpenDatabase;
  now: () => Date;
  /** How long the IP address of a signup is kept. */
  keepAddressDays: number;
}

/** Few enough that a signup waiting for SQLite's write lock is not delayed noticeably. */
const mostAtOnce = 5000;

/**
 * Clears the IP addresses of signups that have been kept long enough, oldest first.
 *
 * @returns how many, at most 5,000
 */
export async function clearSignupAddresses(deps: ClearAddressesDeps): Promise<number> {
  const { database, now, keepAddressDays } = deps;
  const before = new Date(now().getTime() - keepAddressDays * 86_400_000);
  const oldest = readerTables
    .selectFrom('registrations')
    .select('id')
    .where('ip_address', 'is not', null)
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(mostAtOnce);
  const { numAffectedRows } = await runIn(
    database.em(),
    readerTables.updateTable('registrations').set({ ip_address: null }).where('id', 'in', oldest),
  );
  return Number(numAffectedRows);
}
