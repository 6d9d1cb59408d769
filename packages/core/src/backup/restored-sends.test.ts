import { describe, expect, onTestFinished, test } from 'vitest';
import { backUp, givenPlace, restore } from '../../../../test/backups.ts';
import { type DatabaseKind, databaseKinds } from '../../../../test/databases.ts';
import { aWord } from '../../../../test/words.ts';
import { openProductDatabase } from '../entities.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
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
  await wordrise.processor.runPass();
  const { id: wordId } = await wordrise.words.add(aWord());
  const scheduledDate = new Date('2026-11-22T06:30:00Z').toISOString();
  const { id } = await wordrise.schedule.add({ wordId, scheduledDate, status: 'pending' });
  return {
    id,
    wordrise,
    clock,
    open,
    setTime: (time: string) => {
      clock.now = new Date(`2026-11-22T${time}:00Z`);
    },
    async restored(file: string, { replacesOriginal = true } = {}) {
      await wordrise.close();
      const found = await restore({ ...place, config }, file, { replace: true, replacesOriginal, now });
      return { found, held: found?.held, after: await open() };
    },
    backUp: () => backUp({ ...place, config }),
    /** A second installation, beside the first. */
    async copied(file: string, replacesOriginal: boolean) {
      const copy = await givenPlace(kind);
      const copyConfig = loadConfig({ ...copy.environment, ...smtp });
      const found = await restore({ ...copy, config: copyConfig }, file, { replacesOriginal, now });
      const opened = await openWordrise(copyConfig, { now });
      onTestFinished(opened.close);
      return { found, copy: opened };
    },
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
  test('counts readers who were removed after they had the email', async () => {
    const { id, wordrise, backUp, setTime, restored, sql } = await givenSending(kind);
    const later = Buffer.from('email,timezone\ndora@example.com,Etc/GMT+3\nevan@example.com,Etc/GMT+3\n');
    await wordrise.readers.import([later], { consent: 'They asked for it.' });
    setTime('06:31');
    await wordrise.processor.runPass();
    const counted = { recipients: 5, sent: 3, unknown: 0, queued: 2 };
    expect((await wordrise.schedule.delivery(id)).progress).toMatchObject(counted);
    for (const name of ['ada', 'evan']) await wordrise.readers.remove(`${name}@example.com`);
    // The result of one is stored, and not counted yet.
    const [bob] = await sql<{ id: number }>(`select id from registrations where email = 'bob@example.com'`);
    await sql(`update smtp_ranges set claimed = '[${bob?.id}]', sent = sent - 1`);
    const { file } = await backUp();
    setTime('07:00');
    const { after } = await restored(file);
    // Nobody waits: the one who may have it since then is the owner's to decide.
    const then = { status: 'paused', recipients: 4, sent: 3, unknown: 1, undecided: 1, queued: 0 };
    expect((await after.schedule.delivery(id)).progress).toMatchObject(then);
    await after.schedule.changeDelivery(id, 'again');
    setTime('09:31');
    await after.processor.runPass();
    const end = { status: 'sent', recipients: 4, sent: 4, unknown: 0, skipped: 0 };
    expect((await after.schedule.delivery(id)).progress).toMatchObject(end);
  });

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
    await wordrise.processor.runPass();
    expect(await received(wordrise)).toEqual(names);
    setTime('07:00');
    const { held, after } = await restored(file);
    expect(held).toBe(1);
    const reason = expect.stringMatching(/may have been sent after the backup of 2026-11-22 06:00 UTC/);
    // Even before the first pass.
    expect(await sql('select status, reason from scheduled_emails')).toEqual([{ status: 'failed', reason }]);
    await after.processor.runPass();
    await after.processor.runPass();
    // The outbox comes from the backup.
    expect(await received(after)).toEqual([]);
    expect(await sql('select status, reason from scheduled_emails')).toEqual([{ status: 'failed', reason }]);
    // The owner may know better.
    await after.schedule.move(id, { scheduledDate: '2026-11-22T07:30:00Z' });
    setTime('07:31');
    await after.processor.runPass();
    expect(await received(after)).toEqual(names);
  });

  test('passes over the lessons of a course that readers may have gotten since', async () => {
    const { backUp, clock, restored, sql } = await givenSending(kind);
    await sql('insert into course_lessons (position, word_id) values (1, 1), (2, 2), (3, 3)');
    await sql(`update registrations set lesson = 1, lesson_day = '2026-11-22' where first_name <> 'cleo'`);
    await sql(`update registrations set timezone = 'Pacific/Kiritimati' where first_name = 'bob'`);
    const { file } = await backUp();
    clock.now = new Date('2026-11-24T12:00:00Z');
    await restored(file);
    const lessons = 'select first_name as name, lesson, lesson_day as day from registrations order by id';
    expect(await sql(lessons)).toMatchObject([
      { name: 'ada', lesson: 3, day: '2026-11-24' },
      // It is a day later there.
      { name: 'bob', lesson: 4, day: '2026-11-25' },
      { name: 'cleo', day: '2026-11-24' },
    ]);
  });

  test('sends nobody a weekly email again', async () => {
    const { wordrise, backUp, clock, setTime, restored, sql } = await givenSending(kind);
    await sql(`update registrations set cadence = 'weekly'`);
    setTime('06:31');
    await wordrise.processor.runPass();
    clock.now = new Date('2026-11-28T12:00:00Z');
    const { file } = await backUp();
    clock.now = new Date('2026-11-29T12:00:00Z');
    await wordrise.processor.runPass();
    expect(await received(wordrise)).toEqual(names);
    const { after } = await restored(file);
    await after.processor.runPass();
    expect(await received(after)).toEqual([]);
    const [latest] = await after.weeklyEmails.list(1);
    expect(latest).toMatchObject({ day: '2026-11-29', words: 0, progress: null });
    expect(latest?.reason).toMatch(/may have been sent after the backup/);
    clock.now = new Date('2026-12-06T12:00:00Z');
    expect(await received(after)).toEqual([]);
  });

  test('makes a copy that sends nothing until its owner says so', async () => {
    const { id, wordrise, backUp, setTime, copied } = await givenSending(kind);
    expect(await wordrise.processor.lastPass()).toBeDefined();
    const { file } = await backUp();
    setTime('06:10');
    const { found, copy } = await copied(file, false);
    expect(found).toMatchObject({ holdsSending: true });
    // The pass before was one of the original.
    expect(await copy.processor.lastPass()).toBeUndefined();
    await copy.readers.signUp(
      { email: 'new@example.com', firstName: 'New', favoriteWord: undefined },
      { address: undefined },
    );
    const { id: wordId } = await copy.words.add(aWord({ word: 'another' }));
    const scheduledDate = '2026-11-22T06:20:00.000Z';
    expect(await copy.schedule.add({ wordId, scheduledDate, status: 'pending' })).toMatchObject({
      status: 'pending',
    });
    await expect(copy.schedule.cancel(id)).rejects.toThrow('Sending is held');
    setTime('06:31');
    const events: string[] = [];
    const report = await copy.processor.runPass({ onEvent: ({ message }) => events.push(message) });
    await copy.processor.subscribeNewReaders();
    await wordrise.processor.runPass();
    expect(events).toEqual([expect.stringContaining('wordrise resume-sending')]);
    expect(report).toMatchObject({ waiting: 1, failed: 0 });
    expect(await received(copy)).toEqual([]);
    expect(await received(wordrise)).toEqual(names);
    expect(await copy.tomorrow()).toMatchObject({ sendingHeldSince: '2026-11-22T06:10:00.000Z' });

    expect(await copy.sending.resume()).toBe(true);
    expect(await copy.sending.resume()).toBe(false);
    expect((await copy.tomorrow()).sendingHeldSince).toBeNull();
    expect(JSON.stringify([await copy.tomorrow(), await copy.schedule.list(10)])).not.toContain('is held');
    await copy.processor.runPass();
    await copy.processor.runPass();
    expect(await received(copy)).toEqual([...names, ...names, 'new', 'new'].toSorted());
  });

  test('says in the verdict that sending is held, and nothing else about the provider', async () => {
    const { backUp, setTime, copied } = await givenSending(kind);
    const { file } = await backUp();
    setTime('06:10');
    const { copy } = await copied(file, false);
    const view = await copy.tomorrow();
    expect(view.verdict).toBe('at_risk');
    expect(view.reasons[0]).toMatchObject({
      code: 'sending_held',
      fix: expect.stringContaining('wordrise resume-sending'),
    });
    expect(view.reasons.map(({ code }) => code)).not.toContain('provider_unreachable');
  });

  test('makes a copy that sends if its original is gone', async () => {
    const { backUp, setTime, copied } = await givenSending(kind);
    const { file } = await backUp();
    const { found, copy } = await copied(file, true);
    expect(found).toMatchObject({ holdsSending: false });
    setTime('06:31');
    await copy.processor.runPass();
    expect(await received(copy)).toEqual(names);
  });

  test('goes on sending after it went back to its own backup, without a question', async () => {
    const { backUp, setTime, restored } = await givenSending(kind);
    const { file } = await backUp();
    setTime('06:10');
    const { found, after } = await restored(file, { replacesOriginal: false });
    expect(found).toMatchObject({ holdsSending: false });
    setTime('06:31');
    await after.processor.runPass();
    expect(await received(after)).toEqual(names);
  });

  test('leaves alone an email whose time comes later', async () => {
    const { backUp, setTime, restored } = await givenSending(kind);
    const { file } = await backUp();
    setTime('06:10');
    const { held, after } = await restored(file);
    expect(held).toBe(0);
    setTime('06:31');
    await after.processor.runPass();
    expect(await received(after)).toEqual(names);
  });

  test('does not continue a send in progress until the owner decides who should get it', async () => {
    const { id, wordrise, backUp, setTime, restored, sql } = await givenSending(kind);
    setTime('06:31');
    await wordrise.processor.runPass();
    await sql(`update smtp_sends set status = 'sending', finished_at = null, sent = 1`);
    await sql(`update scheduled_emails set status = 'scheduled', sent_at = null`);
    await sql(`update deliveries set state = 'queued', ended_at = null where reader_id = 2`);
    await sql(`update deliveries set state = 'sending', ended_at = null where reader_id = 3`);
    const { file } = await backUp();
    setTime('07:00');
    const { held, after } = await restored(file);
    expect(held).toBe(1);
    const before = await received(after);
    await after.processor.runPass();
    expect(await received(after)).toEqual(before);
    const reason = expect.stringMatching(/Readers may have got it after the backup/);
    expect(await after.schedule.delivery(id)).toMatchObject({
      progress: { status: 'paused', reason, sent: 1, unknown: 2, queued: 0 },
    });
    await after.schedule.changeDelivery(id, 'again');
    await after.processor.runPass();
    expect(await received(after)).toEqual([...before, 'bob', 'cleo'].toSorted());
  });

  test('keeps the local times that are still to come for readers whom the owner sends it to', async () => {
    const { id, wordrise, backUp, setTime, restored, sql } = await givenSending(kind);
    await sql(`update registrations set timezone = 'Europe/Lisbon' where first_name = 'ada'`);
    await sql(`update registrations set timezone = 'Atlantic/Azores' where first_name = 'cleo'`);
    setTime('06:31');
    await wordrise.processor.runPass();
    const { file } = await backUp();
    setTime('07:00');
    const { after } = await restored(file);
    const before = await received(after);
    await after.schedule.changeDelivery(id, 'again');
    await after.processor.runPass();
    expect(await received(after)).toEqual(before);
    setTime('07:31');
    await after.processor.runPass();
    expect(await received(after)).toEqual([...before, 'cleo'].toSorted());
  });
});
