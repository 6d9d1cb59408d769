import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../test/schedule.ts';
import { openTestSending } from '../../../../test/smtp.ts';
import { Word } from '../words/word.ts';
import { emailContent } from './email-delivery.ts';
import { ScheduledEmail } from './scheduled-email.ts';

describe.each(databaseKinds)('the text of an email on %s', (kind) => {
  test('is the one that readers get, even if its word was edited since', async () => {
    const { db, deps, givenReaders, schedule, later, pass, received } = await openTestSending(kind);
    await givenReaders(1);
    const { id, wordId } = await schedule(hour);
    await db.em().nativeUpdate(Word, { id: wordId }, { definition: 'An edited definition.' });
    const content = await emailContent(deps, id);
    expect(content).toMatchObject({ subject: expect.stringContaining('word 1'), isFinal: true });
    expect(content.html).not.toContain('An edited definition.');
    later(hour);
    await pass();
    expect(received).toHaveLength(1);
    expect(await emailContent(deps, id)).toEqual(content);
  });

  test('is the one that the provider sent, even if its word was edited since', async () => {
    const { db, deps, sandbox, schedule, later, pass } = await openTestSchedule(kind);
    const { id, wordId } = await schedule(24);
    await pass();
    later(25 * hour);
    await sandbox.releaseDue();
    await pass();
    await db.em().nativeUpdate(Word, { id: wordId }, { word: 'renamed' });
    const sent = { subject: expect.stringContaining('word 1'), html: expect.stringContaining('word 1') };
    expect(await emailContent(deps, id)).toMatchObject({ ...sent, isFinal: true });

    const rendered = { html: expect.stringContaining('renamed'), isFinal: false };
    sandbox.faults.each(() => ({ status: 503, body: {} }));
    expect(await emailContent(deps, id)).toMatchObject(rendered);
    sandbox.faults.clear();
    // The id is that of a message in another account.
    await db.em().nativeUpdate(ScheduledEmail, { id }, { messageName: 'another name' });
    expect(await emailContent(deps, id)).toMatchObject(rendered);
  });

  test('is what the word and the template give now, if it has not been sent', async () => {
    const { deps, schedule } = await openTestSchedule(kind);
    const { id } = await schedule();
    const { html, text, isFinal } = await emailContent(deps, id);
    expect([html, text].every((each) => each.includes('word 1'))).toBe(true);
    expect(isFinal).toBe(false);
    await expect(emailContent(deps, id + 1)).rejects.toMatchObject({ code: 'schedule.not_found' });
  });
});
