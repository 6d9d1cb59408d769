import { Delivery, SmtpMessage, SmtpSend } from '../../packages/core/src/mail/engine/engine-tables.ts';
import { SmtpWarmUp } from '../../packages/core/src/mail/engine/warm-up.ts';
import { ProviderBackoff } from '../../packages/core/src/mail/provider-backoff.ts';
import { SecondFactor } from '../../packages/core/src/owner/account-tables.ts';
import { AuditEntry } from '../../packages/core/src/owner/audit.ts';
import { PrivacyText } from '../../packages/core/src/owner/privacy.ts';
import { Confirmation, RemovedReader } from '../../packages/core/src/readers/reader-tables.ts';
import {
  AutopilotDay,
  AutopilotSettings,
} from '../../packages/core/src/schedule/autopilot/autopilot-store.ts';
import { CanceledSend } from '../../packages/core/src/schedule/scheduled-email.ts';
import { Alert } from '../../packages/core/src/watch/store-alerts.ts';
import { Recording } from '../../packages/core/src/words/recording.ts';
import type { EntityManager } from './row-statements.ts';

const at = new Date('2026-10-31T12:00:00.123Z');

/**
 * Rows for tables that are newer than the oldest frozen schema, which has its own rows. Each is inserted if its table
 * is empty. Other empty tables get a row generated from their columns.
 */
const examples = ({ create }: Pick<EntityManager, 'create'>) => [
  create(Alert, {
    key: 'at-risk:2026-11-01',
    kind: 'at_risk',
    body: '{"text":"The next email is at risk."}',
    emailId: 1,
    createdAt: at,
    notBefore: at,
    expiresAt: new Date('2026-11-01T12:00:00Z'),
    forgetAt: new Date('2026-11-30T12:00:00Z'),
    attempts: 1,
    failure: 'The receiver answered 503.',
  }),
  create(AuditEntry, {
    at,
    action: 'login',
    outcome: 'done',
    via: 'web',
    account: 'admin',
    address: '192.0.2.1',
    detail: 'Firefox on Linux',
    count: 1,
  }),
  create(AutopilotDay, { day: '2026-11-26', isSkipped: true }),
  create(AutopilotSettings, { id: 1, isOn: false, time: '07:00', days: 'mon-fri', ahead: 14, seed: 7 }),
  create(CanceledSend, { messageId: '4713', settledAt: at }),
  create(Confirmation, { email: 'new@example.com', token: 'c'.repeat(32), requestedAt: at, emails: 1 }),
  create(PrivacyText, { content: '# Privacy\n\nWe keep your address.', createdAt: at }),
  create(ProviderBackoff, { name: 'icontact', until: at }),
  create(RemovedReader, { email: 'gone@example.com', subscriberId: '9002', settledAt: at }),
  create(SecondFactor, { userId: 1, secret: 'sealed', confirmedAt: at, lastStep: 1, recoveryCodes: '[]' }),
  create(SmtpWarmUp, { name: 'smtp', firstDay: '2026-10-30' }),
  create(SmtpSend, {
    message: create(SmtpMessage, {
      name: 'bread · 2026-10-21 · 00dd',
      subject: 'Bread',
      html: '<p>Bread</p>',
      text: 'Bread',
      createdAt: at,
    }),
    scheduledAt: at,
    status: 'released',
    startedAt: at,
    finishedAt: at,
    preparedTo: 3,
    recipients: 1,
    sent: 1,
  }),
  create(Recording, {
    word: 3,
    file: 'k3bread.mp3',
    bytes: 4,
    seconds: 1.5,
    createdAt: at,
    content: 'SUQzBA==',
  }),
  create(Delivery, {
    sendId: 1,
    readerId: 3,
    state: 'sent',
    dueAt: at,
    attempts: 1,
    answer: '250 OK',
    endedAt: at,
  }),
];

/** Puts a row into each table that is empty. */
export async function fillEmptyTables(em: EntityManager): Promise<void> {
  const made = em.fork();
  // Created without being persisted: only rows whose table is empty are wanted.
  const create = ((entity: new () => object, row: object) =>
    made.create(entity, row, { persist: false })) as EntityManager['create'];
  const isEmpty = async (entity: new () => object) => (await em.fork().count(entity)) === 0;
  for (const row of examples({ create }))
    if (await isEmpty(row.constructor as new () => object)) made.persist(row);
  await made.flush();
  for (const meta of em.getMetadata().getAll().values()) {
    const entity = meta.class as new () => object;
    if (await isEmpty(entity)) await em.fork().insert(entity, fromColumns(meta.props));
  }
}

interface Column {
  name: string;
  runtimeType: string;
  autoincrement?: boolean;
  items?: unknown[];
  length?: number;
  targetMeta?: unknown;
}

function fromColumns(columns: Column[]): object {
  return Object.fromEntries(
    columns.filter(({ autoincrement }) => !autoincrement).map((column) => [column.name, sampleOf(column)]),
  );
}

function sampleOf({ name, runtimeType, items, length, targetMeta }: Column): unknown {
  if (items) return items[0];
  if (targetMeta || runtimeType === 'number') return 1;
  if (runtimeType === 'boolean') return true;
  if (runtimeType === 'Date') return at;
  if (runtimeType === 'string') return name.slice(0, length);
  if (runtimeType === 'Buffer') return Buffer.from(name);
  return {};
}
