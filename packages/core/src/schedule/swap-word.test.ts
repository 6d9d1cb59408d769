import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../test/schedule.ts';
import { aWord } from '../../../../test/words.ts';
import { emailPolicy } from '../mail/policy.ts';
import type { Fault } from '../mail/sandbox/icontact-server.ts';
import { addWord, removeWord } from '../words/save-word.ts';
import { swapWord } from './move-email.ts';
import { scheduleEmail } from './schedule-email.ts';

const leaseMs = emailPolicy.leaseMs + 1000;

/** An email for tomorrow, and a word that can take its place. */
async function openSwap(kind: (typeof databaseKinds)[number]) {
  const opened = await openTestSchedule(kind);
  const { db, deps } = opened;
  const email = await opened.schedule();
  const { id: wordId } = await addWord({ database: db, now: deps.now }, aWord({ word: 'hush' }));
  return { ...opened, email, wordId, other: { wordId } };
}

const subjects = (emails: { subject: string }[]) => [...new Set(emails.map(({ subject }) => subject))];

describe.each(databaseKinds)('swapping the word of an email on %s', (kind) => {
  test('sends the new word at the same time, and the old one is unused again', async () => {
    const { deps, email, other, later, outbox, pass, entry } = await openSwap(kind);
    const swapped = await swapWord(deps, email.id, other);
    const { id, scheduledDate } = email;
    expect(swapped).toMatchObject({ id, scheduledDate, wordId: other.wordId, status: 'scheduled' });
    await scheduleEmail(deps, { wordId: email.wordId, scheduledDate: '2026-12-05T07:00', status: 'pending' });
    later(25 * hour);
    expect(subjects(await outbox())).toEqual([expect.stringContaining('hush')]);
    expect(await outbox()).toHaveLength(2);
    await pass();
    expect(await entry(id)).toMatchObject({ status: 'sent', word: { word: 'hush', usedCount: 1 } });
  });

  test('for the same word does not call the provider', async () => {
    const { deps, email, sandbox } = await openSwap(kind);
    const before = sandbox.calls.length;
    expect(await swapWord(deps, email.id, email)).toEqual(email);
    expect(sandbox.calls).toHaveLength(before);
  });

  test('is completed by the next pass if the provider is down, and until then the old word is not free', async () => {
    const { db, deps, email, other, sandbox, later, pass, entry, sends } = await openSwap(kind);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
    expect(await swapWord(deps, email.id, other)).toMatchObject({ status: 'pending' });
    const again = { wordId: email.wordId, scheduledDate: '2026-12-05T07:00', status: 'pending' as const };
    await expect(scheduleEmail(deps, again)).rejects.toMatchObject({ code: 'schedule.word_waiting' });
    await expect(removeWord({ database: db, now: deps.now }, email.wordId)).rejects.toMatchObject({
      code: 'word.waiting',
    });
    sandbox.faults.clear();
    later(leaseMs);
    await pass();
    expect(await entry(email.id)).toMatchObject({
      status: 'scheduled',
      replaced: null,
      word: { word: 'hush' },
    });
    expect((await sends()).filter(({ status }) => status !== 'canceled')).toHaveLength(1);
    expect(await scheduleEmail(deps, again)).toMatchObject({ status: 'scheduled' });
  });

  test('that goes out before the provider knows is sent with its old word, once', async () => {
    const { deps, email, other, sandbox, later, pass, entry, outbox } = await openSwap(kind);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
    await swapWord(deps, email.id, other);
    sandbox.faults.clear();
    later(25 * hour);
    expect(await outbox()).toHaveLength(2);
    await pass();
    expect(await entry(email.id)).toMatchObject({ status: 'sent', word: { word: 'word 1', usedCount: 1 } });
    later(48 * hour);
    expect(await outbox()).toHaveLength(2);
  });

  test('keeps the old word if the provider refuses the new message', async () => {
    const { deps, email, other, sandbox, entry } = await openSwap(kind);
    const fault: Fault = { status: 400, body: { errors: ['No such campaign'] } };
    sandbox.faults.next({ method: 'POST', path: /messages$/, fault });
    await expect(swapWord(deps, email.id, other)).rejects.toMatchObject({ code: 'email_provider.refused' });
    expect(await entry(email.id)).toMatchObject({
      status: 'scheduled',
      sendId: email.sendId,
      replaced: null,
      word: { word: 'word 1' },
    });
  });

  test('refuses a word that is already waiting, or does not exist', async () => {
    const { deps, email, schedule, entry } = await openSwap(kind);
    const { wordId } = await schedule(48);
    await expect(swapWord(deps, email.id, { wordId })).rejects.toMatchObject({
      code: 'schedule.word_waiting',
    });
    await expect(swapWord(deps, email.id, { wordId: 4711 })).rejects.toMatchObject({
      code: 'word.not_found',
    });
    expect(await entry(email.id)).toMatchObject({ status: 'scheduled', leaseToken: null });
  });
});
