import type { IcontactOptions } from '../packages/core/src/mail/icontact/http.ts';
import type { PassEvent } from '../packages/core/src/mail/pass-event.ts';
import {
  clientOf,
  givenReaders,
  rawCall,
  startTestSandbox,
} from '../packages/core/src/mail/sandbox/testing.ts';
import { type PassDeps, runPass } from '../packages/core/src/processor/pass.ts';
import { Registration } from '../packages/core/src/readers/reader-tables.ts';
import { scheduleEmail } from '../packages/core/src/schedule/schedule-email.ts';
import { ScheduledEmail } from '../packages/core/src/schedule/scheduled-email.ts';
import { addWord } from '../packages/core/src/words/save-word.ts';
import type { DatabaseKind } from './databases.ts';
import { openTestDatabase } from './open-test-database.ts';
import { passDeps } from './pass-deps.ts';
import { aWord } from './words.ts';

export const hour = 3_600_000;

/** A database, a sandbox with two readers, and the clock of both. */
export async function openTestSchedule(kind: DatabaseKind, client: Partial<IcontactOptions> = {}) {
  const db = await openTestDatabase(kind);
  const clock = { now: new Date('2026-12-01T12:00:00Z') };
  const now = () => clock.now;
  const sandbox = await startTestSandbox({ now });
  await givenReaders(sandbox, 2);
  const provider = clientOf(sandbox, { now, ...client });
  const deps = passDeps({ database: db, now, provider });
  let words = 0;
  return {
    db,
    clock,
    sandbox,
    provider,
    deps,
    entry: (id: number) => db.em().findOne(ScheduledEmail, { id }, { populate: ['word'] }),
    async schedule(inHours = 24) {
      words += 1;
      const { id } = await addWord({ database: db, now }, aWord({ word: `word ${words}` }));
      const scheduledDate = new Date(clock.now.getTime() + inHours * hour).toISOString();
      return scheduleEmail(deps, { wordId: id, scheduledDate, status: 'pending' });
    },
    /** Readers who signed up an hour ago. */
    async givenWaitingReaders(emails: string[]) {
      const createdAt = new Date(clock.now.getTime() - hour);
      const rows = emails.map((email) => ({
        email,
        firstName: 'Ada',
        createdAt,
        status: 'waiting' as const,
      }));
      await db.em().insertMany(Registration, rows);
    },
    countSubscribed: () => db.em().count(Registration, { status: 'subscribed' }),
    later: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    async pass(over: Partial<PassDeps> = {}) {
      const events: PassEvent[] = [];
      const report = await runPass({ ...deps, ...over }, { onEvent: (event) => events.push(event) });
      return { ...report, events };
    },
    /** What the provider itself has, asked without the client. */
    async sends() {
      const { body } = await rawCall(sandbox, 'GET', '{base}/sends?limit=200');
      return (body.sends ?? []) as {
        sendId: string;
        messageId: string;
        status: string;
        scheduledTime: string;
      }[];
    },
    async outbox() {
      await sandbox.releaseDue();
      return (await sandbox.outbox.list({ limit: 1000 })).emails;
    },
  };
}
