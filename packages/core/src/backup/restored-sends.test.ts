import { describe, expect, onTestFinished, test } from 'vitest';
import { backUp, givenPlace, restore } from '../../../../test/backups.ts';
import { type DatabaseKind, databaseKinds } from '../../../../test/databases.ts';
import { aWord } from '../../../../test/words.ts';
import { openProductDatabase } from '../entities.ts';
import { loadConfig } from '../settings/load-config.ts';
import { openWordrise } from '../wordrise.ts';

const names = ['ada', 'bob', 'cleo'];

/** Three readers by SMTP, and an email in an hour. Backups are made at six o'clock. */
async function givenSending(kind: DatabaseKind) {
  const place = await givenPlace(kind);
  const smtp = { EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off' };
  const config = loadConfig({ ...place.environment, ...smtp });
  const clock = { now: new Date('2026-11-22T05:00:00Z') };
  const now = () => clock.now;
  const open = async () => {
    const wordrise = await openWordrise(config, { now });
    onTestFinished(wordrise.close);
    return wordrise;
  };
  const wordrise = await open();
  for (const name of names) {
    const reader = { email: `${name}@example.com`, firstName: name, favoriteWord: undefined };
    await wordrise.readers.signUp(reader, { address: undefined });
  }
  await wordrise.delivery.runPass();
  const { id: wordId } = await wordrise.words.add(aWord());
  const scheduledDate = new Date('2026-11-22T06:30:00Z').toISOString();
  const { id } = await wordrise.schedule.add({ wordId, scheduledDate, status: 'pending' });
  return {
    ...{ id, wordrise, clock, open },
    setTime: (time: string) => {
      clock.now = new Date(`2026-11-22T${time}:00Z`);
    },
    async restored(file: string) {
      await wordrise.close();
      const found = await restore({ ...place, config }, file, { replace: true, now });
      return { held: found?.held, after: await open() };
    },
    backUp: () => backUp({ ...place, config }),
    async sql<Row = unknown>(text: string): Promise<Row[]> {
      const database = await openProductDatabase(config.database);
      try {
        return await database.em().execute(text);
      } finally {
        await database.close();
      }
    },
  };
}

const received = async ({ mail }: Awaited<ReturnType<typeof openWordrise>>) =>
  (await mail.outbox.list({ limit: 100 })).emails.map(({ to }) => to.split('@')[0]).toSorted();

describe.each(databaseKinds)('a restore on %s', (kind) => {
  test.each(['submitted', 'waiting here'])('resends to nobody an email that was %s', async (state) => {
    const { id, wordrise, backUp, setTime, restored, sql } = await givenSending(kind);
    if (state === 'waiting here') {
      await sql(`delete from smtp_messages`);
      await sql(
        `update scheduled_emails set status = 'pending', icontact_message_id = null, message_id = null,
           send_id = null, message_attempted_at = null, send_attempted_at = null`,
      );
    }
    const { file } = await backUp();
    setTime('06:31');
    await wordrise.delivery.runPass();
    expect(await received(wordrise)).toEqual(names);
    setTime('07:00');
    const { held, after } = await restored(file);
    expect(held).toBe(1);
    await after.delivery.runPass();
    await after.delivery.runPass();
    // The outbox comes from the backup.
    expect(await received(after)).toEqual([]);
    const reason = expect.stringMatching(/may have been sent after the backup of 2026-11-22 06:00 UTC/);
    expect(await sql('select status, reason from scheduled_emails')).toEqual([{ status: 'failed', reason }]);
    // The owner may know better.
    await after.schedule.move(id, { scheduledDate: '2026-11-22T07:30:00Z' });
    setTime('07:31');
    await after.delivery.runPass();
    expect(await received(after)).toEqual(names);
  });

  test('leaves alone an email whose time comes later', async () => {
    const { backUp, setTime, restored } = await givenSending(kind);
    const { file } = await backUp();
    setTime('06:10');
    const { held, after } = await restored(file);
    expect(held).toBe(0);
    setTime('06:31');
    await after.delivery.runPass();
    expect(await received(after)).toEqual(names);
  });

  test('does not continue a send in progress until the owner decides who should get it', async () => {
    const { id, wordrise, backUp, setTime, restored, sql } = await givenSending(kind);
    setTime('06:31');
    await wordrise.delivery.runPass();
    await sql(`update smtp_sends set status = 'sending', finished_at = null, sent = 1`);
    await sql(`update scheduled_emails set status = 'scheduled', sent_at = null`);
    await sql(`update deliveries set state = 'queued', ended_at = null where reader_id = 2`);
    await sql(
      `update deliveries set state = 'sending', ended_at = null, lease_until = due_at where reader_id = 3`,
    );
    const { file } = await backUp();
    setTime('07:00');
    const { held, after } = await restored(file);
    expect(held).toBe(1);
    const before = await received(after);
    await after.delivery.runPass();
    expect(await received(after)).toEqual(before);
    const reason = expect.stringMatching(/Readers may have got it after the backup/);
    expect(await after.schedule.delivery(id)).toMatchObject({
      progress: { status: 'paused', reason, sent: 1, unknown: 2, queued: 0 },
    });
    await after.schedule.changeDelivery(id, 'again');
    await after.delivery.runPass();
    expect(await received(after)).toEqual([...before, 'bob', 'cleo'].toSorted());
  });
});
