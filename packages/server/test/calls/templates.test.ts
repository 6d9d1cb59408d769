import { limits } from '@wordrise/core/contract';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { aWord } from '../../../../test/words.ts';
import { admin, startTestServer } from '../start-test-server.ts';

const template = { content: '<p>{{word}}</p>', subject: '{{word}}' };

describe.each(databaseKinds)('each call with good and with bad input, on %s', (kind) => {
  const start = () => startTestServer({ kind });

  test('template: read, save, preview, refuse', async () => {
    const { ok, refused, signIn } = await start();
    await signIn();
    const given = await ok('getTemplate');
    expect(given.subject).toBe('Wordrise: {{word}}');
    expect(given.template).toContain('{{definition}}');
    const saved = await ok('saveTemplate', { body: template });
    expect(saved).toEqual({ template: template.content, subject: template.subject });
    expect(await ok('getTemplate')).toEqual(saved);
    const replaces = { content: given.template, subject: given.subject };
    expect(
      await refused('saveTemplate', { body: { content: 'late', subject: 'x', replaces } }),
    ).toMatchObject({
      status: 409,
      code: 'template.changed',
      message: expect.stringContaining('Another text was saved'),
    });
    const broken = { ...template, content: '<p>\n{{#if etymology}}\n</p>' };
    const refusal = await refused('saveTemplate', { body: broken });
    expect(refusal).toMatchObject({ status: 400, code: 'template.syntax' });
    expect(refusal.message).toMatch(/line \d/i);
    expect(await ok('getTemplate')).toEqual(saved);
    expect(await refused('previewTemplate', { body: broken })).toMatchObject({ code: 'template.syntax' });
    expect(await refused('saveTemplate', { body: { content: ' ', subject: '' } })).toMatchObject({
      status: 400,
    });
    // Each letter takes two bytes in the request.
    const longest = 'é'.repeat(limits.templateLength - 10);
    const long = { ...template, content: `{{word}}\n\n${longest}` };
    expect((await ok('saveTemplate', { body: long })).template).toBe(long.content);
    // An editor sends the one that it replaces too.
    await ok('saveTemplate', { body: { ...long, replaces: long } });
    const odd = await ok('saveTemplate', { body: { ...template, content: '{{wrod}}' } });
    expect(odd.warnings?.[0]).toContain('wrod');
    await ok('addWord', { body: aWord({ word: 'R&B <b>' }) });
    const preview = await ok('previewTemplate', { body: template });
    expect(preview).toMatchObject({ html: '<p>R&amp;B &lt;b&gt;</p>', subject: 'R&B <b>' });
    expect(preview.text.trim()).toBe('R&B <b>');
    const dusk = await ok('addWord', { body: aWord({ word: 'dusk' }) });
    const content = '{{wrod}}\n[{{word}}]';
    const ofDusk = await ok('previewTemplate', { body: { ...template, content, wordId: dusk.id } });
    expect(ofDusk.subject).toBe('dusk');
    expect(ofDusk.unknownVariables).toEqual([expect.stringMatching(/^Line 1: .*wrod/)]);
    expect(ofDusk.warnings).toHaveLength(2);
    expect(await refused('previewTemplate', { body: { ...template, wordId: 999 } })).toMatchObject({
      status: 404,
      code: 'word.not_found',
    });

    const { versions } = await ok('listTemplateVersions');
    expect(versions.map(({ characters }) => characters)).toEqual([
      8,
      long.content.length,
      15,
      given.template.length,
    ]);
    expect(versions[0]).toMatchObject({ account: admin.username, via: 'web', origin: 'edit' });
    const params = { id: versions[2]?.id ?? 0 };
    expect(await ok('getTemplateVersion', { params })).toMatchObject({ template: template.content });
    expect(await ok('restoreTemplate', { params })).toEqual(saved);
    expect(await ok('getTemplate')).toEqual(saved);
    expect(await ok('resetTemplate')).toEqual(given);
    expect((await ok('listTemplateVersions')).versions.map(({ origin }) => origin).slice(0, 3)).toEqual([
      'default',
      'restore',
      'edit',
    ]);
    expect(await refused('restoreTemplate', { params: { id: 999 } })).toMatchObject({
      status: 404,
      code: 'template.not_found',
    });

    const to = 'owner@example.com';
    const sent = await ok('sendTestEmail', { body: { to, template, wordId: dusk.id } });
    expect(sent).toMatchObject({ subject: '[Test] dusk', through: 'outbox' });
    expect((await ok('listOutbox')).emails).toMatchObject([{ to, subject: '[Test] dusk' }]);
    expect(await refused('sendTestEmail', { body: { to: 'nobody' } })).toMatchObject({
      status: 400,
      code: 'input.invalid',
      fields: { to: ['Please enter a valid email address'] },
    });
  });
});
