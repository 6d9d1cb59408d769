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

  test('design: read, save, preview, logo, refuse', async () => {
    const { ok, refused, signIn, call, url } = await start();
    const get = (path: string) => fetch(url + path);
    await signIn();
    const before = await ok('getDesign');
    expect(before).toMatchObject({ design: { accent: null, header: 'sunrise' }, isOwnHtml: false });
    const raw =
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><path d="M0 0h90v40z"/></svg>';
    const picture = { raw, headers: { 'Content-Type': 'image/svg+xml' } };
    const logo = await ok('uploadLogo', picture);
    expect(logo).toMatchObject({ width: 126, height: 56, ground: 'light' });
    const design = { ...before.design, accent: '#0B3D91', logo: logo.key };
    expect(await ok('previewDesign', { body: { design } })).toMatchObject({
      html: expect.stringContaining(`http://words.test/brand/logo-${logo.key}.png`),
      word: 'petrichor',
    });
    expect(await ok('saveDesign', { body: { design, replaces: before.design } })).toMatchObject({
      design: { accent: '#0b3d91' },
      logo,
    });
    expect(await refused('saveDesign', { body: { design: {}, replaces: before.design } })).toMatchObject({
      status: 409,
      code: 'template.changed',
    });
    expect(await refused('saveDesign', { body: { design: { accent: '#fffff0' } } })).toMatchObject({
      status: 400,
      fields: { design: [expect.stringContaining('too pale')] },
    });
    expect(
      await refused('uploadLogo', { raw: '<html>', headers: { 'Content-Type': 'image/png' } }),
    ).toMatchObject({ status: 400, code: 'template.logo' });
    expect(await refused('uploadLogo', { raw, headers: { 'Content-Type': 'text/html' } })).toMatchObject({
      status: 415,
    });
    const large = { raw: `${raw}${' '.repeat(5_000_000)}`, headers: { 'Content-Type': 'image/svg+xml' } };
    expect(await refused('uploadLogo', large)).toMatchObject({ status: 413 });
    expect((await call('uploadLogo', { ...picture, cookie: undefined })).status).toBe(401);

    const file = await get(`/brand/logo-${logo.key}.png`);
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    for (const path of ['/brand/logo-unknownunknownunknown.png', '/brand/logo-..%2f.png'])
      expect((await get(path)).status).toBe(404);
  });
});
