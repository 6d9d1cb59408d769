import type { OpenDatabase } from '../../database/open-database.ts';
import type { ProviderSend, ProviderSends } from '../mail-provider.ts';
import { SmtpMessage } from './smtp-message.ts';
import { SmtpSend } from './smtp-send.ts';

export interface SendsDeps {
  database: OpenDatabase;
  now: () => Date;
}

const pageSize = 100;

/** Messages and their sends as rows in our own database, so each call succeeds or fails with the database. */
export function smtpSends({ database, now }: SendsDeps): ProviderSends {
  const { em } = database;
  const bySend = async (where: object) => {
    const send = await em().findOne(SmtpSend, where, { populate: ['message'] });
    return send ? present(send) : undefined;
  };
  const findMessage = async (name: string) => {
    const message = await em().findOne(SmtpMessage, { name }, { fields: ['id'] });
    return message ? { messageId: `${message.id}` } : undefined;
  };
  return {
    async createMessage({ name, subject, html, text }) {
      const known = await findMessage(name);
      if (known) return known;
      const id = await em().insert(SmtpMessage, { name, subject, html, text, createdAt: now() });
      return { messageId: `${id}` };
    },
    findMessage,
    async messageNames(messageIds) {
      const ids = messageIds.map(Number);
      const messages = await em().find(SmtpMessage, { id: { $in: ids } }, { fields: ['id', 'name'] });
      return new Map(messages.map(({ id, name }) => [`${id}`, name]));
    },
    async schedule(messageId, at = now()) {
      await em().execute(
        'insert into smtp_sends (message_id, scheduled_at) values (?, ?) on conflict do nothing',
        [Number(messageId), at],
        'run',
      );
      const send = await em().findOneOrFail(SmtpSend, { message: Number(messageId) });
      return present(send);
    },
    find: (messageId) => bySend({ message: Number(messageId) }),
    get: (sendId) => bySend({ id: Number(sendId) }),
    async *list() {
      for (let before = Number.MAX_SAFE_INTEGER; ; ) {
        const page = await em().find(
          SmtpSend,
          { id: { $lt: before } },
          { orderBy: { id: 'desc' }, limit: pageSize },
        );
        yield page.map(present);
        const last = page.at(-1);
        if (!last || page.length < pageSize) return;
        before = last.id;
      }
    },
    async cancel(sendId) {
      const id = Number(sendId);
      const cancelled = await em().nativeUpdate(SmtpSend, { id, status: 'pending' }, { status: 'cancelled' });
      if (cancelled > 0) return 'cancelled';
      const send = await em().findOne(SmtpSend, { id });
      if (!send) return 'unknown';
      return send.status === 'cancelled' ? 'cancelled' : 'released';
    },
  };
}

const statuses = {
  pending: 'pending',
  preparing: 'sending',
  sending: 'sending',
  paused: 'sending',
  released: 'released',
  cancelled: 'cancelled',
} as const;

function present(send: SmtpSend): ProviderSend {
  return {
    sendId: `${send.id}`,
    messageId: `${send.message.id}`,
    scheduledTime: send.scheduledAt,
    releasedTime: send.status === 'released' ? (send.startedAt ?? null) : null,
    recipientCount: send.startedAt ? send.recipients : null,
    reason: send.status === 'cancelled' ? (send.reason ?? undefined) : undefined,
    status: statuses[send.status as keyof typeof statuses],
  };
}
