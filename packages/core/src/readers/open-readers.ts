import type { HookBody } from '../contract/delivery-hook.ts';
import type {
  ReaderDetails,
  ReadersPage,
  ReadersQuery,
  ReadersRemoved,
  ReaderView,
  RemoveReaders,
} from '../contract/readers.ts';
import type { SignupAnswer, SignupBody } from '../contract/signups.ts';
import type { Overview } from '../contract/system.ts';
import { type Actor, type AuditLog, atCommandLine } from '../owner/audit.ts';
import { cacheFor, type Kept } from '../platform/cache.ts';
import type { ImportInput } from '../platform/import-files/read-rows.ts';
import { type IngestedReport, ingestReport } from './bounces/bounces.ts';
import {
  type BounceMailboxDeps,
  type BounceMailboxReader,
  openBounceMailboxReader,
} from './bounces/read-bounce-mailbox.ts';
import type { RelaySignatures, SignatureDeps, SigningRelay } from './bounces/relay-events.ts';
import { reportDeliveries } from './bounces/report-deliveries.ts';
import type { ImportReadersOptions, ReaderImport } from './import-readers.ts';
import { type ReaderLinks, readerLinks } from './links.ts';
import {
  countOnOtherDays,
  countReaders,
  type DescribeDeps,
  describeReader,
  findReader,
  listReaders,
  nameInLog,
} from './list-readers.ts';
import { type OwnPage, type OwnPageDeps, openOwnPage } from './own-page.ts';
import { openReaderImports, type ReaderImports } from './reader-imports.ts';
import { type Removal, type RemoveReaderDeps, removeReader, removeReaders } from './remove-reader.ts';
import { type HeldConfirmations, heldConfirmations } from './send-confirmations.ts';
import {
  type ClearAddressesDeps,
  clearSignupAddresses,
  openSignupStore,
  type SignUpDeps,
  type SignupCaller,
  type SignupStoreDeps,
  signUp,
} from './sign-up.ts';
import { openSuppressions } from './suppressions.ts';

/** The people who signed up for the daily email. */
export interface Readers {
  /** Stores a signup, as a form sends it: see `signUp`. */
  signUp(input: SignupBody, caller?: SignupCaller): Promise<SignupAnswer>;
  /** One page, newest first. @param signal Aborted when nobody waits for it any more */
  list(query: ReadersQuery, signal?: AbortSignal): Promise<ReadersPage>;
  /** @throws DomainError `signup.not_found` */
  find(email: string): Promise<ReaderView>;
  /** All readers as the text of a file, oldest first, in pieces. */
  export(format: 'csv' | 'jsonl', actor?: Actor): AsyncIterable<string>;
  /** Adds people who signed up elsewhere, from a CSV file or JSON lines: see `importReaders`. */
  import(input: ImportInput, options: ImportReadersOptions, actor?: Actor): Promise<ReaderImport>;
  /** Imports of uploaded files, in the background. */
  imports: ReaderImports;
  /** Everything that is stored about one reader. @throws DomainError `signup.not_found` */
  describe(email: string, actor?: Actor): Promise<ReaderDetails>;
  /**
   * Takes a reader off the email provider's list and deletes everything about them here. While the provider is down, a
   * later pass takes them off its list.
   *
   * @throws DomainError `signup.not_found`, `email_provider.refused`
   */
  remove(email: string, actor?: Actor): Promise<Removal>;
  /**
   * Removes several readers, at most a hundred at a time; see `after` in the result. A reader whom the provider refuses
   * to remove stays.
   */
  removeMany(which: RemoveReaders, actor?: Actor): Promise<ReadersRemoved>;
  /**
   * How many there are, in total and by status, and the signups on each of the last 30 days. On a long list, a change by
   * another process is visible within 30 seconds; a change by this process is visible immediately.
   */
  count(): Promise<Overview['readers']>;
  /** See `countOnOtherDays`; 0 if the list is at the email provider, which sends every email to everyone. */
  countOnOtherDays(day: string, options: { hasCourse: boolean }): Promise<number>;
  /** Confirmation emails that wait because the hour's ceiling is reached; `undefined` if none do. */
  heldConfirmations(): Promise<HeldConfirmations | undefined>;
  /** What readers can do with the links in their emails. */
  links: ReaderLinks;
  /** The page that each reader has behind the link in their emails. */
  ownPage: OwnPage;
  /** Acts on a returned email or a complaint, given as a complete message. Safe to repeat. */
  ingestReport(
    raw: Buffer | AsyncIterable<Uint8Array>,
    options?: { dryRun?: boolean },
  ): Promise<IngestedReport>;
  /**
   * Acts on a relay's reports about emails, in the form that the call `reportDeliveries` accepts. Safe to repeat.
   *
   * @throws DomainError `input.invalid`, `auth.hook_signature`, `email_provider.unreachable` if Amazon did not answer
   */
  reportDeliveries(body: HookBody): Promise<{ reports: number }>;
  /** The relays that reported within the last week without a check of their signatures, though that is possible. */
  uncheckedRelays(): Promise<SigningRelay[]>;
  /** Acts on the reports in the bounce mailbox, if there is one. */
  bounceMailbox: BounceMailboxReader;
  /** The IP addresses that signups came from. */
  addresses: {
    /** Clears those that have been kept long enough. @returns how many, at most 5,000 */
    clearOld(): Promise<number>;
  };
}

export interface OpenReadersDeps
  extends Omit<SignUpDeps, 'store' | 'confirms' | 'keepAddress' | 'keepZone'>,
    Omit<SignupStoreDeps, 'suppressions'>,
    Omit<RemoveReaderDeps, 'suppressions'>,
    Omit<DescribeDeps, 'suppressions'>,
    Omit<OwnPageDeps, 'suppressions'>,
    BounceMailboxDeps,
    ClearAddressesDeps {
  /** Overwrites what remains on disk and in the sandbox of addresses whose rows are gone. */
  eraseTraces: (...emails: string[]) => Promise<void>;
  audit: AuditLog;
  timezone: string;
  /** Whether the list is kept here, not at the email provider. */
  ownsList: boolean;
  /** With what the signatures of relays are checked. */
  signatures?: RelaySignatures;
  readCertificate?: SignatureDeps['readCertificate'];
  /** Whether reports about emails count only with the token from their return address. */
  needsToken?: boolean;
}

/** Counting a million readers takes a while, and every open dashboard requests it. */
const countCacheMs = 30_000;
/** So few are counted in milliseconds, so a change by another process shows right away. */
const countedEveryTime = 20_000;

/**
 * Counting ten million readers takes seconds. While people sign up, nobody waits for that again: they get the last
 * counts, and new ones are read in the background.
 */
const large = { readers: 100_000, recountAfterMs: 15_000, keptMs: 10 * 60_000 };

function keepLarge(count: Kept<Overview['readers']>, now: () => Date): Kept<Overview['readers']> {
  let last: { value: Overview['readers']; at: number } | undefined;
  let isRecounting = false;
  async function recount(): Promise<Overview['readers']> {
    const at = now().getTime();
    const value = await count.get();
    last = value.total < large.readers ? undefined : { value, at };
    return value;
  }
  return {
    async get() {
      const age = now().getTime() - (last?.at ?? 0);
      if (!last || age < 0 || age >= large.keptMs) return recount();
      if (age > large.recountAfterMs && !isRecounting) {
        isRecounting = true;
        // After a failure, the old ones are used until they are too old.
        recount()
          .catch(() => {})
          .finally(() => {
            isRecounting = false;
          });
      }
      return last.value;
    },
    forget() {
      last = undefined;
      count.forget();
    },
  };
}

export function openReaders(given: OpenReadersDeps): Readers {
  const { audit } = given;
  const deps = {
    signatures: { snsTopics: [], mailgunKey: undefined },
    ...given,
    suppressions: openSuppressions(given.database),
  };
  const signUpDeps = {
    ...deps,
    store: openSignupStore(deps),
    confirms: deps.confirm === 'all',
    keepAddress: deps.keepAddressDays > 0,
    keepZone: deps.offers?.times ?? false,
  };
  const mailbox = openBounceMailboxReader(deps);
  const count = cacheFor(countCacheMs, deps.now, async () => {
    const readers = await countReaders(deps);
    if (readers.total < countedEveryTime) count.forget();
    return readers;
  });
  const counted = keepLarge(count, deps.now);
  return {
    signUp: (input, caller) => signUp(signUpDeps, input, caller).finally(count.forget),
    list: (query, signal) => listReaders(deps, query, signal),
    find: (email) => findReader(deps, email),
    async *export(format, actor = atCommandLine) {
      await audit.record({ action: 'reader.export', actor });
      yield* (await import('./export-readers.ts')).exportReaders(deps, format);
    },
    async import(input, options, actor = atCommandLine) {
      const { describeImport, importReaders } = await import('./import-readers.ts');
      const counts = await importReaders(deps, input, options).finally(counted.forget);
      const detail = describeImport(counts);
      if (!options.dryRun) await audit.record({ action: 'reader.import', actor, detail });
      return counts;
    },
    imports: openReaderImports({ ...deps, onChange: counted.forget }),
    async describe(email, actor = atCommandLine) {
      const reader = await describeReader(deps, email);
      await audit.record({ action: 'reader.show', actor, detail: nameInLog(reader) });
      return reader;
    },
    async remove(email, actor = atCommandLine) {
      const reader = await findReader(deps, email);
      const removal = await removeReader(deps, email).finally(counted.forget);
      await deps.eraseTraces(reader.email);
      await audit.record({ action: 'reader.remove', actor, detail: nameInLog(reader) });
      return removal;
    },
    async removeMany(which, actor = atCommandLine) {
      const result = await removeReaders(deps, which).finally(counted.forget);
      const detail = result.removed === 1 ? '1 reader' : `${result.removed} readers`;
      await audit.record({ action: 'reader.remove', actor, detail });
      return result;
    },
    count: counted.get,
    countOnOtherDays: async (day, options) => (deps.ownsList ? countOnOtherDays(deps, day, options) : 0),
    heldConfirmations: () => heldConfirmations(deps),
    links: readerLinks(deps),
    ownPage: openOwnPage(deps),
    ingestReport: (raw, options) => ingestReport(deps, raw, options).finally(count.forget),
    bounceMailbox: {
      read: (context) => mailbox.read(context).finally(count.forget),
      hasMore: mailbox.hasMore,
    },
    reportDeliveries: (body) => reportDeliveries(deps, body).finally(count.forget),
    async uncheckedRelays() {
      const { uncheckedRelays } = await import('./bounces/relay-events.ts');
      return uncheckedRelays(deps);
    },
    addresses: { clearOld: () => clearSignupAddresses(deps) },
  };
}
