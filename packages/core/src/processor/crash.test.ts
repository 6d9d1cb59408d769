import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { eventually } from '../../../../test/eventually.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { passDeps } from '../../../../test/pass-deps.ts';
import { startPass } from '../../../../test/start-pass.ts';
import { aWord } from '../../../../test/words.ts';
import { emailPolicy } from '../mail/policy.ts';
import type { Fault } from '../mail/sandbox/icontact-server.ts';
import { clientOf, givenReaders, rawCall, startTestSandbox } from '../mail/sandbox/testing.ts';
import { Registration } from '../readers/reader-tables.ts';
import { emailTime } from '../schedule/email-time.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { addWord } from '../words/save-word.ts';
import { Word } from '../words/word.ts';
import { runPass } from './pass.ts';

/** A pending email, a waiting reader, and functions to run passes at the same time. */
async function pendingEntry(kind: (typeof databaseKinds)[number]) {
  const db = await openTestDatabase(kind);
  const sandbox = await startTestSandbox();
  await givenReaders(sandbox, 2);
  const now = () => new Date();
  const { id: wordId } = await addWord({ database: db, now }, aWord());
  const em = db.em();
  const scheduledDate = new Date(Date.now() + 3_600_000);
  const word = em.getReference(Word, wordId);
  const messageName = crypto.randomUUID();
  const email = em.create(ScheduledEmail, {
    word,
    ...emailTime(scheduledDate, 'America/New_York'),
    status: 'pending',
    createdAt: now(),
    messageName,
  });
  em.create(Registration, {
    email: 'new@example.com',
    firstName: 'Ada',
    createdAt: now(),
    status: 'waiting',
  });
  await em.flush();
  const startOne = () => startPass(db.url, sandbox);

  return {
    db,
    sandbox,
    startPass: startOne,
    /** Starts a pass in a separate process, and kills it while its POST to the resource waits for an answer. */
    async killPass(resource: string, fault: Fault): Promise<void> {
      sandbox.faults.next({ method: 'POST', path: new RegExp(`/${resource}$`), fault });
      const before = sandbox.calls.length;
      const child = await startOne();
      const posted = () =>
        sandbox.calls
          .slice(before)
          .some(({ method, path }) => method === 'POST' && path.endsWith(`/${resource}`));
      await eventually(() => expect(posted()).toBe(true));
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    entry: () => db.em().findOneOrFail(ScheduledEmail, { id: email.id }),
    /** A pass of another process, once the lease of the dead one has expired. */
    passLater: () => {
      const later = () => new Date(Date.now() + emailPolicy.leaseMs + 6 * 60_000);
      return runPass(passDeps({ database: db, provider: clientOf(sandbox), now: later }));
    },
    async sends(): Promise<{ status: string }[]> {
      return (await rawCall(sandbox, 'GET', '{base}/sends?limit=200')).body.sends ?? [];
    },
    async contacts(): Promise<{ email: string }[]> {
      const { body } = await rawCall(sandbox, 'GET', '{base}/contacts?status=total&limit=200');
      return body.contacts.filter((contact: { email: string }) => contact.email === 'new@example.com');
    },
  };
}

describe.each(databaseKinds)('a processor killed in the middle, on %s', (kind) => {
  test.each<{ at: string; fault: Fault; resource: string }>([
    { at: 'before the message is created', fault: 'timeout', resource: 'messages' },
    { at: 'after the message was created', fault: 'timeout-after', resource: 'messages' },
    { at: 'before the send is created', fault: 'timeout', resource: 'sends' },
    { at: 'after the send was created', fault: 'timeout-after', resource: 'sends' },
  ])('$at: the next one sends it once', async ({ fault, resource }) => {
    const { killPass, passLater, entry, sends } = await pendingEntry(kind);
    await killPass(resource, fault);
    expect((await entry()).status).toBe('pending');
    expect(await passLater()).toMatchObject({ failed: 0 });
    expect((await entry()).status).toBe('scheduled');
    expect(await sends()).toHaveLength(1);
  });

  test.each<{ at: string; fault: Fault; resource: string }>([
    { at: 'before the contact is created', fault: 'timeout', resource: 'contacts' },
    { at: 'after the contact was created', fault: 'timeout-after', resource: 'contacts' },
    { at: 'after the subscription was created', fault: 'timeout-after', resource: 'subscriptions' },
  ])('$at: the reader is on the list once', async ({ fault, resource }) => {
    const { db, killPass, passLater, contacts } = await pendingEntry(kind);
    await killPass(resource, fault);
    expect(await db.em().count(Registration, { status: 'waiting' })).toBe(1);
    await passLater();
    expect(await db.em().count(Registration, { status: 'subscribed' })).toBe(1);
    expect(await contacts()).toHaveLength(1);
  });

  test('four processes at once: one message, one send, one contact', async () => {
    const { db, sandbox, startPass, entry, sends, contacts } = await pendingEntry(kind);
    const before = sandbox.calls.length;
    const children = await Promise.all(Array.from({ length: 4 }, startPass));
    await Promise.all(children.map((child) => once(child, 'exit')));
    expect(children.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    expect((await entry()).status).toBe('scheduled');
    expect(await sends()).toHaveLength(1);
    expect(await contacts()).toHaveLength(1);
    expect(await db.em().count(Registration, { status: 'subscribed' })).toBe(1);
    const messages = sandbox.calls
      .slice(before)
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'));
    expect(messages).toHaveLength(1);
  });
});
