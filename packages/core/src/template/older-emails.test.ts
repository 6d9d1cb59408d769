import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { noAudit } from '../../../../test/no-audit.ts';
import { hour, openTestSchedule } from '../../../../test/schedule.ts';
import { icontactMergeFields } from '../mail/icontact/merge-fields.ts';
import { providers } from '../mail/providers.ts';
import { moveEmail, updateEmail } from '../schedule/move-email.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { editWord } from '../words/save-word.ts';
import { olderEmails } from './older-emails.ts';
import { openTemplates } from './open-templates.ts';

/** A schedule whose emails are rendered with the template of the database. */
async function openWithTemplate(kind: (typeof databaseKinds)[number]) {
  const opened = await openTestSchedule(kind);
  const { db: database, deps, schedule, entry } = opened;
  const templates = openTemplates({
    database,
    now: deps.now,
    timezone: deps.timezone,
    audit: noAudit,
    site: { productName: 'Wordrise', publicUrl: 'https://words.example.com', hasArchive: true },
    mergeFields: icontactMergeFields,
    test: {
      facts: providers.sandbox.facts,
      serviceMail: async () => undefined,
      limits: { attempt: async () => {} },
      isSuppressed: async () => false,
    },
  });
  Object.assign(deps, { render: templates.render, textKeys: templates.textKeys });
  const email = await schedule();
  async function edit(definition: string) {
    const { word } = (await entry(email.id)) ?? {};
    if (!word) throw new Error('no such email');
    const { id: _, ...texts } = { ...word };
    await editWord({ database }, email.wordId, { ...texts, definition });
  }
  const bodies = async () => {
    const emails = await opened.outbox();
    return Promise.all(emails.map(async ({ id }) => (await opened.sandbox.outbox.read(id))?.html ?? ''));
  };
  return { ...opened, templates, email, edit, bodies };
}

describe.each(databaseKinds)('an email on %s whose word or template is edited', (kind) => {
  test('has the older text until it is updated, and then goes out once, with the new one', async () => {
    const { deps, email, edit, later, bodies, sends } = await openWithTemplate(kind);
    expect(await olderEmails(deps)).toEqual([]);
    await edit('A brand-new definition.');
    const { id, wordId, scheduledDate } = email;
    expect(await olderEmails(deps)).toEqual([{ id, wordId, word: 'word 1', scheduledDate }]);
    expect(await olderEmails(deps, { wordId: wordId + 1 })).toEqual([]);
    expect(await updateEmail(deps, id)).toMatchObject({ status: 'scheduled', scheduledDate });
    expect(await olderEmails(deps)).toEqual([]);
    expect((await sends()).filter(({ status }) => status !== 'canceled')).toHaveLength(1);
    later(25 * hour);
    const sent = await bodies();
    expect(sent).toHaveLength(2);
    for (const html of sent) expect(html).toContain('A brand-new definition.');
  });

  test('has no older text once the edit is undone', async () => {
    const { deps, email, entry, edit } = await openWithTemplate(kind);
    const before = (await entry(email.id))?.word.definition ?? '';
    await edit('Another.');
    expect(await olderEmails(deps)).toHaveLength(1);
    await edit(before);
    expect(await olderEmails(deps)).toEqual([]);
  });

  test('is listed when the template is saved', async () => {
    const { deps, templates, email } = await openWithTemplate(kind);
    const content = '<p>{{word}}</p>';
    const saved = await templates.save({ content, subject: 'Today: {{word}}' });
    expect(saved.olderEmails).toMatchObject([{ id: email.id }]);
    await updateEmail(deps, email.id);
    expect(await templates.save({ content, subject: 'Today: {{word}}' })).not.toHaveProperty('olderEmails');
  });

  test('is left unchanged by an update if its text is current', async () => {
    const { deps, sandbox, email } = await openWithTemplate(kind);
    const before = sandbox.calls.length;
    expect(await updateEmail(deps, email.id)).toMatchObject({ sendId: email.sendId });
    expect(sandbox.calls).toHaveLength(before);
  });

  test('also gets the new text when it gets another time', async () => {
    const { deps, email, edit } = await openWithTemplate(kind);
    await edit('Another.');
    await moveEmail(deps, email.id, { scheduledDate: '2026-12-03T12:00:00Z' });
    expect(await olderEmails(deps)).toEqual([]);
  });

  test('keeps its older text if the provider refuses the new one', async () => {
    const { deps, sandbox, email, edit, entry } = await openWithTemplate(kind);
    await edit('Another.');
    const fault = { status: 400, body: { errors: ['No such campaign'] } };
    sandbox.faults.next({ method: 'POST', path: /messages$/, fault });
    await expect(updateEmail(deps, email.id)).rejects.toMatchObject({ code: 'email_provider.refused' });
    expect(await entry(email.id)).toMatchObject({ status: 'scheduled', sendId: email.sendId });
    expect(await olderEmails(deps)).toMatchObject([{ id: email.id }]);
  });

  test('is not listed if an older version submitted it: its text is unknown', async () => {
    const { deps, db, email, edit } = await openWithTemplate(kind);
    await db.em().nativeUpdate(ScheduledEmail, { id: email.id }, { textKey: null });
    await edit('Another.');
    expect(await olderEmails(deps)).toEqual([]);
  });
});
