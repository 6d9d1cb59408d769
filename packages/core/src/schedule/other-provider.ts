import { sql } from 'kysely';
import type { DeliveryProgress } from '../contract/deliveries.ts';
import { countProblems, progressElsewhere } from '../mail/engine/manage-sends.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { isAmong, literal } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { isDomainError } from '../platform/errors.ts';
import { emailTable, isAtOtherProvider, type ScheduledEmail } from './scheduled-email.ts';

interface OtherProviderDeps {
  database: OpenDatabase;
  now: () => Date;
  provider: () => Promise<MailProvider>;
}

/** Why an email that another provider has can be neither changed nor canceled. */
export const waitsElsewhere =
  'This email waits at the provider that EMAIL_PROVIDER named before. To change or cancel it, choose how emails are sent under Settings → Sending, or set EMAIL_PROVIDER back to what it was.';

/**
 * Those of these emails that another kind of provider has, because EMAIL_PROVIDER was changed without a move, with
 * whether some readers may have gotten them.
 *
 * @param sendsFromHere Whether the present provider sends to each reader from here.
 */
export async function atOtherProvider(
  database: Reads & Pick<OpenDatabase, 'kind'>,
  ids: readonly number[],
  sendsFromHere: boolean,
): Promise<Map<number, { hasBegun: boolean }>> {
  const found = await database.read(
    emailTable
      .selectFrom('scheduled_emails as email')
      .select('id')
      .select(
        sql<boolean | number>`exists (select 1 from smtp_sends as send
          join smtp_messages as message on message.id = send.message_id
          where message.name = email.message_name and send.started_at is not null)`.as('hasBegun'),
      )
      .where('status', '=', literal('scheduled'))
      .where(isAmong(database.kind, 'email.id', [...ids]))
      .where(isAtOtherProvider(sendsFromHere)),
  );
  return new Map(found.map(({ id, hasBegun }) => [id, { hasBegun: Boolean(hasBegun) }]));
}

/**
 * Whether the provider never had an email: iContact and its sandbox are of one kind, and only their messages tell them
 * apart. Costs a call.
 */
export async function isUnknownThere(
  { sends }: Pick<MailProvider, 'sends'>,
  { messageId, messageName: name }: Pick<ScheduledEmail, 'messageId' | 'messageName'>,
): Promise<boolean> {
  if (!messageId || !sends.content) return false;
  return (await sends.content({ messageId, name })) === undefined;
}

/** What is said about those of these emails that another kind of provider has. */
export async function notesElsewhere(
  deps: OtherProviderDeps,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const provider = await deps.provider().catch((error) => {
    // The emails were moved to another provider, which the verdict reports.
    if (isDomainError(error)) return undefined;
    throw error;
  });
  if (!provider) return new Map();
  const elsewhere = await atOtherProvider(deps.database, ids, provider.deliveries !== undefined);
  if (elsewhere.size === 0) return new Map();
  const begun = provider.deliveries ? [] : await begunElsewhere(deps.database);
  const notes = new Map<number, string>();
  for (const id of elsewhere.keys()) {
    const send = begun.find(({ emailId }) => emailId === id);
    const progress = send && (await progressElsewhere(deps, send.sendId));
    notes.set(id, progress ? noteOn(progress) : waitsElsewhere);
  }
  return notes;
}

function noteOn({ sent, recipients, reason }: DeliveryProgress): string {
  const of = recipients === 1 ? '1 reader' : `${recipients.toLocaleString('en-US')} readers`;
  return `${sent.toLocaleString('en-US')} of ${of} ${sent === 1 ? 'has' : 'have'} it. ${reason}`;
}

/** What there is to know about sends from here. */
type Sends = Pick<
  NonNullable<MailProvider['deliveries']>,
  'find' | 'list' | 'nextAt' | 'progress' | 'problems'
>;

/**
 * The sends from here. While a provider is set that sends to its own list, they are the emails that began here before:
 * the rest of their readers waits.
 */
export async function sendsFromHere(deps: OtherProviderDeps): Promise<Sends> {
  const { deliveries } = await deps.provider();
  return deliveries ?? sendsElsewhere(deps);
}

function sendsElsewhere(deps: OtherProviderDeps): Sends {
  const begun = () => begunElsewhere(deps.database);
  const progress = (sendId: string) => progressElsewhere(deps, sendId);
  return {
    find: async (name) => (await begun()).find(({ messageName }) => messageName === name)?.sendId,
    async list(limit) {
      const listed = (await begun()).slice(0, limit).map(async ({ messageName, sendId }) => {
        const found = await progress(sendId);
        return found ? [{ messageName, progress: found }] : [];
      });
      return (await Promise.all(listed)).flat();
    },
    nextAt: async () => undefined,
    progress,
    problems: (sendId) => countProblems(deps, sendId),
  };
}

/** The emails that began here and are not over, latest first. They are few: each is given up some hours after its time. */
async function begunElsewhere(database: Reads) {
  const begun = await database.read(
    sql<{
      sendId: number;
      emailId: number;
      messageName: string;
    }>`select send.id as "sendId", email.id as "emailId",
        message.name as "messageName"
      from scheduled_emails as email
      join smtp_messages as message on message.name = email.message_name
      join smtp_sends as send on send.message_id = message.id
      where email.status = 'scheduled' and send.started_at is not null
      order by send.scheduled_at desc, send.id desc`,
  );
  return begun.map((send) => ({ ...send, sendId: `${send.sendId}` }));
}
