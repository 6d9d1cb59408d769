import type { ProviderFamily } from '../contract/choices.ts';
import { mailCheckTitles, providerInText } from '../contract/choices.ts';
import type { MailCheck } from '../contract/mail-check.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import type { OpenMail } from '../mail/open-mail.ts';
import { emailPolicy, isListIncomplete } from '../mail/policy.ts';
import { ProviderMove } from '../mail/provider-move.ts';
import type { ProviderFacts } from '../mail/provider-row.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { DomainError } from '../platform/errors.ts';
import {
  type GivenAway,
  syncListFromProvider,
  syncListToProvider,
  type TakenOver,
} from '../readers/list-sync/move-list.ts';
import type { CancelDeps } from '../schedule/cancel-email.ts';
import {
  type WaitingEmail,
  type Withdrawal,
  waitingEmails,
  withdrawEmail,
} from '../schedule/withdraw-emails.ts';

export interface SwitchDeps extends Omit<CancelDeps, 'provider'> {
  database: OpenDatabase;
  /** The current provider. */
  current: SwitchedMail;
}

export type SwitchedMail = Pick<OpenMail, 'facts' | 'examine' | 'providerEvenIfMoved'>;

/** What a move to another provider would do, or did. */
export interface SwitchReport {
  from: ProviderFamily;
  to: ProviderFamily;
  applied: boolean;
  /** Whether the other provider can be used. */
  checks: MailCheck[];
  /** Obstacles. Unless empty, the move was not made, or is not complete. */
  obstacles: string[];
  /** Waiting emails, next one first. They are canceled at the old provider and sent by the new one. */
  emails: (Omit<WaitingEmail, 'messageName' | 'isScheduled'> & { outcome: Withdrawal | 'waiting' })[];
  /** Whether it is an obstacle that the list lacks too many of the readers here. */
  isListIncomplete: boolean;
  /** People who come here from a list elsewhere, or the other way around. */
  list: ({ direction: 'here' } & TakenOver) | ({ direction: 'there' } & GivenAway);
}

export interface SwitchOptions {
  /** Without it, nothing changes. */
  apply: boolean;
  /** Proceed even if the list lacks many of the readers here. They leave the list. */
  allowMissing?: boolean;
}

/**
 * Moves readers and waiting emails from one provider to the other, or reports what that would do. Once it begins,
 * processes with the old settings send nothing, so that no email goes out from both. Safe to repeat: after an
 * interruption, it continues.
 *
 * @param target The other provider, with its settings.
 * @throws DomainError `input.invalid` if it is the current one; ProviderRefused, ProviderUnreachable
 */
export async function switchProvider(
  deps: SwitchDeps,
  target: SwitchedMail,
  { apply, allowMissing = false }: SwitchOptions,
): Promise<SwitchReport> {
  const { database, now, current } = deps;
  const [from, to] = [current.facts.family, target.facts.family];
  if (from === to) {
    const [one, other] = [providerInText(current.facts), providerInText(target.facts)];
    throw new DomainError(
      'input.invalid',
      one === other
        ? `Emails are sent with ${other} already.`
        : `From ${one} to ${other} nothing has to be moved. Change EMAIL_PROVIDER, and restart the server.`,
    );
  }
  const { checks } = await target.examine();
  const providers = { old: await current.providerEvenIfMoved(), next: await target.providerEvenIfMoved() };
  const waiting: HeldEmail[] = [];
  for (const { messageName, isScheduled, ...email } of await waitingEmails(deps)) {
    const holder = await holderOf(messageName, target.facts, providers);
    const isThere = isScheduled && holder === 'next';
    const isAtProvider = email.isAtProvider && holder === 'old';
    waiting.push({ email: { ...email, isAtProvider }, holder, isThere });
  }
  // Read completely before anything changes: a page may fail, or it may be the wrong list.
  const plan = await moveList(deps, target.facts, providers, true);
  const lack = allowMissing ? [] : incomplete(plan, current.facts);
  const obstacles = [...failuresOf(checks), ...tooSoon(waiting, now()), ...lack];
  const report = { from, to, checks, obstacles, isListIncomplete: lack.length > 0 };
  if (!apply || obstacles.length > 0) {
    const emails = waiting.map(({ email }) => ({ ...email, outcome: 'waiting' as const }));
    return { ...report, applied: false, emails, list: plan };
  }
  const move = { id: 1, family: to, movedAt: now() };
  await database.em().upsert(ProviderMove, move, { onConflictFields: ['id'] });
  const emails: SwitchReport['emails'] = [];
  for (const { email, holder, isThere } of waiting) {
    const outcome = isThere
      ? ('waiting' as const)
      : await withdrawEmail({ ...deps, provider: async () => providers[holder] }, email.id);
    emails.push({ ...email, outcome });
    if (outcome !== 'busy') continue;
    obstacles.push(`“${email.word}” is being worked on. Run the command again in a few minutes.`);
  }
  return { ...report, applied: true, emails, list: await moveList(deps, target.facts, providers, false) };
}

/** What keeps the other provider from sending. Links lead to the same address as before. */
function failuresOf(checks: readonly MailCheck[]): string[] {
  return checks
    .filter(({ name, status }) => status === 'failed' && name !== 'links')
    .map(({ name, detail }) => `${mailCheckTitles[name]}: ${detail}`);
}

interface HeldEmail {
  email: Omit<WaitingEmail, 'messageName' | 'isScheduled'>;
  /** Who has it, if a provider does. */
  holder: keyof Providers;
  /** The new provider has it, and may have begun to send it: it stays there. */
  isThere: boolean;
}

/**
 * The other provider has an email from before EMAIL_PROVIDER was changed without a move. The messages of emails that are
 * sent from here are in our own database.
 */
async function holderOf(
  messageName: string,
  { ownsList }: ProviderFacts,
  providers: Providers,
): Promise<keyof Providers> {
  const [here, there] = ownsList ? (['next', 'old'] as const) : (['old', 'next'] as const);
  return (await providers[here].sends.findMessage(messageName)) ? here : there;
}

/** Emails that the old provider is about to send or is sending. */
function tooSoon(waiting: readonly HeldEmail[], now: Date): string[] {
  const until = now.getTime() + emailPolicy.switchMarginMs;
  return waiting
    .filter(({ email: { isAtProvider, firstAt } }) => isAtProvider && firstAt.getTime() <= until)
    .map(
      ({ email: { word } }) => `“${word}” goes out now. Wait until it was sent, and run the command again.`,
    );
}

/** Readers who are missing from a list get no more emails, and half a list looks like many who left. */
function incomplete(list: SwitchReport['list'], from: ProviderFacts): string[] {
  if (list.direction !== 'here') return [];
  const { kept, added, left, keptHere, missing } = list;
  const ofList = kept + left + missing;
  if (!isListIncomplete({ missing, of: ofList, found: kept + added + left })) return [];
  const all = ofList + keptHere;
  const who =
    all === 1
      ? 'The one reader here is not'
      : missing === all
        ? `None of the ${all} readers here are`
        : `${missing} of the ${all} readers here are not`;
  const check = from.isSandbox
    ? 'Check that DATA_DIR is the folder with the sandbox.db that they are in.'
    : 'Check ICONTACT_LIST_ID and the list.';
  return [`${who} on the list at ${providerInText(from)}, so they would get nothing more. ${check}`];
}

type Providers = Record<'old' | 'next', MailProvider>;

async function moveList(
  deps: SwitchDeps,
  { ownsList }: ProviderFacts,
  { old, next }: Providers,
  dryRun: boolean,
): Promise<SwitchReport['list']> {
  if (ownsList) {
    const from = { ...deps, from: providerInText(deps.current.facts) };
    return { direction: 'here', ...(await syncListFromProvider(from, membersOf(old), { dryRun })) };
  }
  return {
    direction: 'there',
    ...(await syncListToProvider(deps, next.readers, membersOf(next), { dryRun })),
  };
}

function membersOf({ readers }: MailProvider) {
  if (!readers.members) throw new Error('This provider keeps no list');
  return readers.members();
}
