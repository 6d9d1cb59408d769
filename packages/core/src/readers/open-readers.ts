import { type Actor, atCommandLine } from '../audit/actor.ts';
import type { AuditLog } from '../audit/open-audit.ts';
import type { HookBody } from '../contract/delivery-hook.ts';
import type { PersonView, ReadersPage, ReadersQuery, ReaderView } from '../contract/people.ts';
import type { SignupInput } from '../contract/signups.ts';
import type { Overview } from '../contract/system.ts';
import type { StepContext } from '../delivery/pass-event.ts';
import { keepFor } from '../keep-for.ts';
import type { ImportInput } from '../rows/read-rows.ts';
import { type IngestedReport, ingestReport } from './bounces.ts';
import { type ClearAddressesDeps, clearSignupAddresses } from './clear-signup-addresses.ts';
import { countReaders } from './count-readers.ts';
import { type DescribeDeps, describePerson } from './describe-person.ts';
import type { ImportReadersOptions, ReaderImportCounts } from './import-readers.ts';
import { type ReaderLinks, readerLinks } from './links.ts';
import { findReader, listReaders } from './list-readers.ts';
import { type BounceMailboxDeps, readBounceMailbox } from './read-bounce-mailbox.ts';
import type { EraseTraces } from './reader-queue.ts';
import { type RemoveReaderDeps, removeReader } from './remove-reader.ts';
import { reportDeliveries } from './report-deliveries.ts';
import { type SignUpDeps, type SignupCaller, signUp } from './sign-up.ts';
import { openSignupStore, type SignupStoreDeps } from './store-signups.ts';
import { openSuppressions } from './suppressions.ts';

/** The people who signed up for the daily email. */
export interface Readers {
  /**
   * Stores a signup. Safe to repeat, with the same answer.
   *
   * @throws DomainError `limit.too_many`, `bot_check.rejected`, `bot_check.unreachable`
   */
  signUp(input: SignupInput, caller: SignupCaller): Promise<{ message: string }>;
  /** One page, newest first. */
  list(query: ReadersQuery): Promise<ReadersPage>;
  /** @throws DomainError `signup.not_found` */
  find(email: string): Promise<ReaderView>;
  /** All readers as the text of a file, oldest first, in pieces. */
  export(format: 'csv' | 'jsonl', actor?: Actor): AsyncIterable<string>;
  /**
   * Adds people who signed up elsewhere, from a CSV file or JSON lines; see `importReaders`.
   *
   * @throws DomainError `import.unreadable`, `input.invalid` without a consent
   */
  import(input: ImportInput, options: ImportReadersOptions, actor?: Actor): Promise<ReaderImportCounts>;
  /** Everything that is stored about one person. @throws DomainError `signup.not_found` */
  describe(email: string, actor?: Actor): Promise<PersonView>;
  /**
   * Takes a reader off the email provider's list and deletes everything about them here.
   *
   * @throws DomainError `signup.not_found`, `email_provider.unreachable`, `email_provider.refused`
   */
  remove(email: string, actor?: Actor): Promise<void>;
  /**
   * How many there are, and the signups on each of the last 30 days. A change by another process is visible within 30
   * seconds, a change by this process immediately.
   */
  count(): Promise<Overview['readers']>;
  /** What readers can do with the links in their emails. */
  links: ReaderLinks;
  /** Acts on a returned email or a complaint, given as a complete message. Safe to repeat. */
  ingestReport(raw: Buffer, options?: { dryRun?: boolean }): Promise<IngestedReport>;
  /**
   * Acts on a relay's reports about emails, in the form that the call `reportDeliveries` accepts. Safe to repeat.
   *
   * @throws DomainError `input.invalid`, `email_provider.unreachable` if a subscription could not be confirmed
   */
  reportDeliveries(body: HookBody): Promise<{ reports: number }>;
  /** Acts on the reports in the bounce mailbox, if there is one. */
  readMailbox(context: StepContext): Promise<void>;
  /** The IP addresses that signups came from. */
  addresses: {
    /** Clears those that have been kept long enough. @returns how many, at most 5,000 */
    clearOld(): Promise<number>;
  };
}

export interface OpenReadersDeps
  extends Omit<SignUpDeps, 'store' | 'keepAddress'>,
    Omit<SignupStoreDeps, 'suppressions'>,
    Omit<RemoveReaderDeps, 'suppressions'>,
    Omit<DescribeDeps, 'suppressions'>,
    BounceMailboxDeps,
    ClearAddressesDeps {
  /** Overwrites what remains on disk and in the sandbox of an address whose rows are gone. */
  eraseTraces: EraseTraces;
  audit: AuditLog;
  timezone: string;
  /** Whether the list is kept here, not at the email provider. */
  ownsList: boolean;
  /** Whether reports about emails count only with the token from their return address. */
  needsToken?: boolean;
}

/** Counting a million readers takes a while, and every open dashboard requests it. */
const countKeptMs = 30_000;

export function openReaders(given: OpenReadersDeps): Readers {
  const { audit } = given;
  const deps = { ...given, suppressions: openSuppressions(given.database) };
  const signUpDeps = { ...deps, store: openSignupStore(deps), keepAddress: deps.keepAddressDays > 0 };
  const count = keepFor(countKeptMs, deps.now, () => countReaders(deps));
  return {
    signUp: (input, caller) => signUp(signUpDeps, input, caller).finally(count.forget),
    list: (query) => listReaders(deps, query),
    find: (email) => findReader(deps, email),
    async *export(format, actor = atCommandLine) {
      await audit.record({ action: 'reader.export', actor });
      yield* (await import('./export-readers.ts')).exportReaders(deps, format);
    },
    async import(input, options, actor = atCommandLine) {
      const { importReaders } = await import('./import-readers.ts');
      const counts = await importReaders(deps, input, options).finally(count.forget);
      const detail = `${counts.added} added`;
      if (!options.dryRun) await audit.record({ action: 'reader.import', actor, detail });
      return counts;
    },
    async describe(email, actor = atCommandLine) {
      const person = await describePerson(deps, email);
      await audit.record({ action: 'reader.show', actor, detail: withoutAddress(person) });
      return person;
    },
    async remove(email, actor = atCommandLine) {
      const reader = await findReader(deps, email);
      await removeReader(deps, email).finally(count.forget);
      await deps.eraseTraces(reader.email);
      await audit.record({ action: 'reader.remove', actor, detail: withoutAddress(reader) });
    },
    count: count.get,
    links: readerLinks(deps),
    ingestReport: (raw, options) => ingestReport(deps, raw, options).finally(count.forget),
    readMailbox: (context) => readBounceMailbox(deps, context).finally(count.forget),
    reportDeliveries: (body) => reportDeliveries(deps, body).finally(count.forget),
    addresses: { clearOld: () => clearSignupAddresses(deps) },
  };
}

/** A removed reader must not be found in the log. */
function withoutAddress({ id }: { id: number }): string {
  return `reader ${id}`;
}
