import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { noAudit } from '../../../../test/no-audit.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { statement } from '../../../../test/statement.ts';
import { providers } from '../mail/providers.ts';
import { smtpMergeFields as mergeFields } from '../mail/smtp/merge-fields.ts';
import type { AuditLog } from '../owner/audit.ts';
import { openTemplates } from './open-templates.ts';

const owner = { via: 'web', account: 'owner' } as const;

async function open(kind: (typeof databaseKinds)[number], audit: AuditLog = noAudit) {
  const database = await openTestDatabase(kind);
  let minute = 0;
  const templates = openTemplates({
    database,
    timezone: 'UTC',
    audit,
    mergeFields,
    now: () => new Date(Date.UTC(2026, 10, 1, 0, minute++)),
    site: { productName: 'Wordrise', publicUrl: 'https://words.example.com', hasArchive: true },
    test: {
      facts: providers.sandbox.facts,
      serviceMail: async () => undefined,
      limits: { attempt: async () => {} },
      isSuppressed: async () => false,
    },
  });
  const save = (content: string) => templates.save({ content, subject: 'x' }, owner);
  return { templates, save, database };
}

describe.each(databaseKinds)('versions of the template on %s', (kind) => {
  test('show when, by whom and how they were saved, and the built-in one comes first', async () => {
    const { templates, save } = await open(kind);
    const builtIn = await templates.get();
    expect(await templates.versions()).toEqual([]);
    await save('<p>one</p>');
    await templates.save({ content: '<p>two</p>', subject: 'y' }, { via: 'cli' });
    const [newest, second, first] = await templates.versions();
    expect(newest).toEqual({
      id: 3,
      createdAt: '2026-11-01T00:01:00.000Z',
      subject: 'y',
      characters: 10,
      origin: 'edit',
      account: null,
      via: 'cli',
    });
    expect(second).toMatchObject({ id: 2, subject: 'x', origin: 'edit', ...owner });
    expect(first).toMatchObject({ id: 1, origin: 'default', account: null, via: null });
    expect(await templates.version(1)).toMatchObject({
      template: builtIn.template,
      subject: builtIn.subject,
    });
  });

  test('come back as the newest one, and nothing is lost', async () => {
    const details: unknown[] = [];
    const audit = {
      record: async ({ detail }: { detail?: string | undefined }) => void details.push(detail),
    };
    const { templates, save } = await open(kind, audit);
    await save('<p>one</p>');
    await save('<p>two</p>');
    expect(await templates.restore(2, owner)).toMatchObject({ template: '<p>one</p>' });
    expect((await templates.get()).template).toBe('<p>one</p>');
    await templates.reset(owner);
    expect((await templates.versions()).map(({ id, origin }) => [id, origin])).toEqual([
      [5, 'default'],
      [4, 'restore'],
      [3, 'edit'],
      [2, 'edit'],
      [1, 'default'],
    ]);
    expect(details).toEqual([undefined, undefined, 'version 2 restored', 'back to the default']);
  });

  test('are not replaced by an edit of another one; of simultaneous edits, all but one are refused', async () => {
    const { templates, save } = await open(kind);
    const subject = 'x';
    const { template: builtIn, subject: itsSubject } = await templates.get();
    const first = { content: '<p>\r\none</p>', subject };
    await templates.save({ ...first, replaces: { content: builtIn, subject: itsSubject } });
    // A text area changes the line breaks.
    const replaces = { content: '<p>\none</p>', subject };
    const texts = Array.from({ length: 8 }, (_, n) => `<p>${n}</p>`);
    // Each has its own connection by now, so that the edits really happen at once.
    await Promise.all(texts.map(() => templates.save(first)));
    const ends = await Promise.allSettled(
      texts.map((content) => templates.save({ content, subject, replaces })),
    );
    const refused = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason);
    expect(refused).toMatchObject(Array(7).fill({ code: 'template.changed' }));
    const { template: content } = await templates.get();
    expect(content).toBe(texts[ends.findIndex(({ status }) => status === 'fulfilled')]);
    expect(await templates.versions()).toHaveLength(3);

    const otherSubject = { content: '<p>late</p>', subject, replaces: { content, subject: 'y' } };
    await expect(templates.save(otherSubject)).rejects.toMatchObject({ code: 'template.changed' });
    // The same text twice, such as after a lost answer, replaces nothing.
    expect(await templates.save({ content, subject, replaces })).toMatchObject({ template: content });
    // A script that does not say what it replaces works as before.
    expect(await save('<p>script</p>')).toMatchObject({ template: '<p>script</p>' });
  });

  test('are limited to the last ten, and saving the same again adds none', async () => {
    const { templates, save, database } = await open(kind);
    for (let nth = 1; nth <= 12; nth += 1) await save(`<p>${nth}</p>`);
    const ids = (await templates.versions()).map(({ id }) => id);
    await save('<p>12</p>');
    expect((await templates.versions()).map(({ id }) => id)).toEqual(ids);
    expect(ids).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
    expect(await database.read(statement('select id from templates'))).toHaveLength(10);
    await expect(templates.version(3)).rejects.toMatchObject({ code: 'template.not_found' });
    await expect(templates.restore(3)).rejects.toMatchObject({ code: 'template.not_found' });
  });
});
