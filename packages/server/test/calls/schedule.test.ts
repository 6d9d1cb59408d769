import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { aWord } from '../../../../test/words.ts';
import { startTestServer } from '../start-test-server.ts';

const template = { content: '<p>{{word}}</p>', subject: '{{word}}' };

describe.each(databaseKinds)('each call with good and with bad input, on %s', (kind) => {
  const start = () => startTestServer({ kind });

  test('days are skipped one by one or together, with their emails, and opened again', async () => {
    const { ok, call, refused, signIn } = await startTestServer({ kind });
    await signIn();
    const words = [
      await ok('addWord', { body: aWord() }),
      await ok('addWord', { body: aWord({ word: 'dusk' }) }),
    ];
    for (const [at, { id: wordId }] of words.entries()) {
      await ok('scheduleEmail', {
        body: { wordId, scheduledDate: `2030-12-2${at + 4}T07:00`, status: 'pending' },
      });
    }
    const params = { day: '2030-12-24' };
    const [first, second] = words.map(({ word }, at) => ({
      id: at + 1,
      word,
      scheduledDate: `2030-12-2${at + 4}T12:00:00.000Z`,
    }));
    // As before there were ranges: without a body and a content type.
    const one = await ok('skipDay', { params });
    expect(one).toMatchObject({ skippedDays: ['2030-12-24'], emails: [first] });
    const until = '2030-12-26';
    const all = await ok('skipDay', { params, body: { until } });
    expect(all).toMatchObject({ skippedDays: ['2030-12-24', '2030-12-25', until], emails: [first, second] });
    expect(await ok('skipDay', { params, body: { until, cancelEmails: true } })).toMatchObject({
      emails: [],
    });
    expect(await ok('scheduleStats')).toMatchObject({ total: 0 });

    expect(await refused('skipDay', { params, body: { until: '2030-12-23' } })).toMatchObject({
      status: 400,
      code: 'input.invalid',
      fields: { until: ['The last day must not be before the first'] },
    });
    expect(await refused('skipDay', { params: { day: '2025-01-01' } })).toMatchObject({
      status: 400,
      code: 'input.invalid',
      fields: { day: ['Choose a day that is not over yet'] },
    });
    for (const [field, wrong] of [
      ['until', 'soon'],
      ['until', 7],
      ['until', '2032-01-01'],
      ['cancelEmails', 'yes'],
    ] as const) {
      expect(await refused('skipDay', { params, body: { [field]: wrong } })).toMatchObject({
        status: 400,
        fields: { [field]: [expect.any(String)] },
      });
    }
    expect(await refused('unskipDay', { params, query: { until: '2030-12-23' } })).toMatchObject({
      status: 400,
      fields: { until: ['The last day must not be before the first'] },
    });
    expect(await ok('unskipDay', { params, query: { until: '2030-12-25' } })).toMatchObject({
      skippedDays: [until],
    });
    expect((await call('unskipDay', { params: { day: until } })).status).toBe(200);
    expect((await ok('getAutopilot')).skippedDays).toEqual([]);
  });

  test('schedule: add, list, statistics, cancel by entry and by send', async () => {
    const { ok, refused, signIn } = await start();
    await signIn();
    const word = await ok('addWord', { body: aWord() });
    const other = await ok('addWord', { body: aWord({ word: 'dusk' }) });
    const body = { wordId: word.id, scheduledDate: '2030-01-01T07:00', status: 'pending' };
    const entry = await ok('scheduleEmail', { body });
    expect(entry).toMatchObject({
      wordId: word.id,
      scheduledDate: '2030-01-01T12:00:00.000Z',
      status: 'scheduled',
    });
    expect(entry.sendId).toMatch(/^\d+$/);
    expect(entry.messageId).toBe(Number(entry.icontactMessageId));
    expect(await refused('scheduleEmail', { body })).toMatchObject({
      status: 409,
      code: 'schedule.word_waiting',
    });
    const past = { ...body, wordId: other.id, scheduledDate: '2020-01-01T07:00' };
    expect(await refused('scheduleEmail', { body: past })).toMatchObject({
      status: 400,
      code: 'schedule.in_past',
    });
    for (const [field, wrong] of [
      ['wordId', 0],
      ['wordId', 'x'],
      ['scheduledDate', ''],
      ['scheduledDate', 'soon'],
      ['scheduledDate', 'soon'.repeat(11)],
      ['scheduledDate', '9999-12-31T23:59'],
      ['status', 'sent'],
    ] as const) {
      const answer = await refused('scheduleEmail', { body: { ...body, [field]: wrong } });
      expect(answer).toMatchObject({
        status: 400,
        code: 'input.invalid',
        fields: { [field]: [expect.any(String)] },
      });
    }
    expect(await refused('scheduleEmail', { body: { ...body, wordId: 999 } })).toMatchObject({ status: 404 });
    expect(await refused('removeWord', { params: { id: word.id } })).toMatchObject({
      status: 409,
      code: 'word.waiting',
    });
    const list = await ok('listSchedule');
    expect(list).toMatchObject([{ scheduled_emails: { id: entry.id }, words: { word: 'petrichor' } }]);
    expect(await ok('scheduleStats')).toEqual({ total: 1, pending: 0, scheduled: 1, sent: 0, failed: 0 });
    const sends = await ok('listProviderSends');
    expect(sends).toMatchObject([
      { id: entry.id, sendId: entry.sendId, status: 'pending', scheduledTime: entry.scheduledDate },
    ]);
    expect(sends[0]?.messageName).toContain('petrichor');
    await ok('cancelSend', { params: { sendId: entry.sendId as string } });
    expect(await ok('scheduleStats')).toMatchObject({ total: 0 });
    expect((await ok('listProviderSends')).filter(({ status }) => status === 'pending')).toEqual([]);
    expect((await ok('listUnusedWords')).total).toBe(2);
    expect(await refused('cancelSend', { params: { sendId: '424242' } })).toMatchObject({ status: 404 });
    const second = await ok('scheduleEmail', {
      body: { ...body, scheduledDate: '2030-01-02T07:00:00-05:00' },
    });
    const moved = await ok('moveEmail', {
      params: { id: second.id },
      body: { scheduledDate: '2030-01-03T07:00' },
    });
    expect(moved).toMatchObject({ status: 'scheduled', scheduledDate: '2030-01-03T12:00:00.000Z' });
    expect((await ok('listProviderSends')).filter(({ status }) => status === 'pending')).toMatchObject([
      { id: second.id, sendId: moved.sendId, scheduledTime: moved.scheduledDate },
    ]);
    expect(
      await refused('moveEmail', { params: { id: second.id }, body: { scheduledDate: '2001-01-01T07:00' } }),
    ).toMatchObject({ status: 400, code: 'schedule.in_past' });
    const { olderEmails } = await ok('editWord', {
      params: { id: second.wordId },
      body: aWord({ word: 'petrichor', definition: 'The smell of rain.' }),
    });
    expect(olderEmails).toEqual([
      { id: second.id, wordId: second.wordId, word: 'petrichor', scheduledDate: moved.scheduledDate },
    ]);
    expect(await ok('listOlderEmails', { query: { wordId: String(second.wordId) } })).toEqual(olderEmails);
    expect((await ok('listSchedule'))[0]?.scheduled_emails.hasOlderText).toBe(true);
    expect(await ok('saveTemplate', { body: template })).toMatchObject({ olderEmails });
    const updated = await ok('updateEmail', { params: { id: second.id } });
    expect(updated).toMatchObject({ status: 'scheduled', scheduledDate: moved.scheduledDate });
    expect(updated.sendId).not.toBe(moved.sendId);
    expect(await ok('listOlderEmails')).toEqual([]);
    expect((await ok('listWords', { query: { search: 'petrichor' } })).words).toMatchObject([
      { id: second.wordId, goesOut: moved.scheduledDate },
    ]);
    await ok('cancelEmail', { params: { id: second.id } });
    expect(await refused('cancelEmail', { params: { id: second.id } })).toMatchObject({
      status: 404,
      code: 'schedule.not_found',
    });
  });

  test('schedule: emails that are not at the usual time move there, each on its day', async () => {
    const { ok, signIn } = await start();
    await signIn();
    const { id: wordId } = await ok('addWord', { body: aWord() });
    const { id } = await ok('scheduleEmail', { body: { wordId, scheduledDate: '2030-01-01T09:30' } });
    const { time, emails } = await ok('listOffTime');
    expect(time).toBe('07:00');
    expect(emails).toEqual([
      {
        id,
        wordId,
        word: 'petrichor',
        scheduledDate: '2030-01-01T14:30:00.000Z',
        usualDate: '2030-01-01T12:00:00.000Z',
        obstacle: null,
      },
    ]);
    await ok('moveEmail', { params: { id }, body: { scheduledDate: emails[0]?.usualDate as string } });
    expect((await ok('listOffTime')).emails).toEqual([]);
  });
});
