import { describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseKind, databaseKinds, temporaryFolder } from '../../../../test/databases.ts';
import { migratedDatabaseUrl } from '../../../../test/migrated-database.ts';
import { aWord } from '../../../../test/words.ts';
import { defaultDesign } from '../contract/design.ts';
import { subjectPatterns } from '../contract/template-variables.ts';
import { openProductDatabase } from '../entities.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import type { Wordrise } from '../product.ts';
import { openWordrise } from '../wordrise.ts';
import { Template } from './template.ts';

const web = { via: 'web', account: 'owner' } as const;
const now = () => new Date('2026-11-20T12:00:00Z');

/** An installation, and what a restart with other variables makes of it. */
async function givenInstallation(kind: DatabaseKind) {
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: await migratedDatabaseUrl(kind),
    DATA_DIR: temporaryFolder(),
    PUBLIC_URL: 'https://words.example.com',
    SESSION_SECRET: 'x'.repeat(32),
    TIMEZONE: 'UTC',
  };
  async function open(changed: Record<string, string> = {}): Promise<Wordrise> {
    const wordrise = await openWordrise(loadConfig({ ...env, ...changed }), { now });
    onTestFinished(wordrise.close);
    return wordrise;
  }
  return { open };
}

const save = ({ templates }: Wordrise, accent: string) =>
  templates.saveDesign({ design: { ...defaultDesign, accent }, replacesHtml: false }, web);
const rename = ({ settings }: Wordrise, name: string) => settings.save({ PRODUCT_NAME: name }, web);
const subjectOf = async ({ templates }: Wordrise) => (await templates.get()).subject;

describe.each(databaseKinds)('a new name of the product on %s', (kind) => {
  test.each<[string, (wordrise: Wordrise) => Promise<unknown>]>([
    ['nothing was saved', async () => {}],
    ['a design was saved', (wordrise) => save(wordrise, '#0b3d91')],
    [
      'the template was reset',
      async (wordrise) => {
        await wordrise.templates.save({ content: '<p>{{word}}</p>', subject: 'Own: {{word}}' }, web);
        await wordrise.templates.reset(web);
      },
    ],
    [
      'a version was restored',
      async (wordrise) => {
        await save(wordrise, '#0b3d91');
        await wordrise.templates.save({ content: '<p>{{word}}</p>', subject: 'Own: {{word}}' }, web);
        const [, designed] = await wordrise.templates.versions();
        await wordrise.templates.restore(designed?.id ?? 0, web);
      },
    ],
    [
      'only the HTML was edited',
      (wordrise) =>
        wordrise.templates.save({ content: '<p>{{word}}</p>', subject: 'Wordrise: {{word}}' }, web),
    ],
  ])('is in the subject if %s', async (_, prepare) => {
    const { open } = await givenInstallation(kind);
    const wordrise = await open();
    await prepare(wordrise);
    expect(await subjectOf(wordrise)).toBe('Wordrise: {{word}}');
    await rename(wordrise, 'Daily');
    const renamed = await open();
    expect(await subjectOf(renamed)).toBe('Daily: {{word}}');
    expect((await renamed.templates.render(aWord(), '2026-12-01')).subject).toMatch(/^Daily: /);
    const versions = await renamed.templates.versions();
    expect(
      versions.map(({ subject }) => subject).filter((subject) => /Wordrise|product/.test(subject)),
    ).toEqual([]);
    for (const { id, subject } of versions)
      expect(await renamed.templates.version(id)).toMatchObject({ subject });
  });

  test('is in a ready-made subject that was chosen, and in no subject of the owner', async () => {
    const { open } = await givenInstallation(kind);
    const content = '<p>{{word}}</p>';
    for (const subject of subjectPatterns('Wordrise')) {
      const wordrise = await open();
      await wordrise.templates.save({ content, subject }, web);
      expect(await subjectOf(await open({ PRODUCT_NAME: 'Daily' }))).toBe(
        subject.replace('Wordrise', 'Daily'),
      );
    }
    const own = 'Wordrise: {{word}}, {{DATE}}';
    await (await open()).templates.save({ content, subject: own }, web);
    expect(await subjectOf(await open({ PRODUCT_NAME: 'Daily' }))).toBe(own);
  });

  test('is in a subject that an earlier version stored with the name in it', async () => {
    const { open } = await givenInstallation(kind);
    const stored = [
      { content: '<p>{{word}}</p>', subject: 'Wordrise and I: {{word}}', createdAt: now() },
      { content: '<p>{{word}}</p>', subject: 'Wordrise: {{word}}', createdAt: now() },
    ];
    const { config } = await open();
    const database = await openProductDatabase(config.database);
    onTestFinished(database.close);
    for (const row of stored) await database.em().insert(Template, row);
    await open();
    const renamed = await open({ PRODUCT_NAME: 'Daily' });
    expect((await renamed.templates.versions()).map(({ subject }) => subject)).toEqual([
      'Daily: {{word}}',
      'Wordrise and I: {{word}}',
    ]);
  });

  test('conflicts with no edit of a template that has the name as a variable', async () => {
    const { open } = await givenInstallation(kind);
    const { templates } = await open();
    const typed = { content: '<p>{{word}}</p>', subject: '{{productName}}: {{word}}' };
    await templates.save(typed, web);
    await templates.save({ ...typed, content: '<p>{{word}}!</p>', replaces: typed }, web);
    expect(await templates.get()).toEqual({ template: '<p>{{word}}!</p>', subject: 'Wordrise: {{word}}' });
  });

  test('lists the emails that wait with the earlier name, as every setting that changes their text', async () => {
    const { open } = await givenInstallation(kind);
    const wordrise = await open();
    const { id: wordId } = await wordrise.words.add(aWord());
    const { id } = await wordrise.schedule.add({
      wordId,
      scheduledDate: '2026-12-01T07:00:00.000Z',
      status: 'pending',
    });
    expect(await wordrise.settings.save({ ALERT_WEBHOOK_URL: null }, web)).not.toHaveProperty('olderEmails');
    const renaming = { PRODUCT_NAME: 'Daily' };
    const trial = await wordrise.settings.save(renaming, web, { dryRun: true });
    expect(trial).not.toHaveProperty('olderEmails');
    const older = [{ id, wordId, word: 'petrichor', scheduledDate: '2026-12-01T07:00:00.000Z' }];
    expect((await wordrise.settings.save(renaming, web)).olderEmails).toEqual(older);
    // The settings that are open do not change: the caller opens everything again, and then updates the emails.
    const renamed = await open();
    await renamed.schedule.update(id);
    expect(await renamed.templates.older()).toEqual([]);
    expect((await renamed.settings.save({ ARCHIVE: 'off' }, web)).olderEmails).toEqual(older);
    // Back before anything was updated.
    expect(await (await open()).settings.save({ ARCHIVE: null }, web)).not.toHaveProperty('olderEmails');
  });
});
