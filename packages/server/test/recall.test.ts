import { expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { aWord } from '../../../test/words.ts';
import { startTestServer } from './start-test-server.ts';

test.each(databaseKinds)(
  'the page of an earlier word needs no login, and counts presses alone (%s)',
  async (kind) => {
    const clock = { now: new Date('2026-12-01T11:00:00Z') };
    const server = await startTestServer({
      kind,
      env: { EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off', WELCOME: 'off', RECALL: 'on' },
      overrides: { now: () => clock.now },
    });
    await server.signIn();
    const { wordrise, url, ok, lines } = server;
    for (const email of ['ada@example.com', 'grace@example.com']) {
      await wordrise.readers.signUp(
        { email, firstName: 'Ada', favoriteWord: undefined },
        { address: undefined },
      );
    }
    for (const [word, day] of [
      ['petrichor', '02'],
      ['lull', '05'],
    ] as const) {
      const { id: wordId } = await wordrise.words.add(aWord({ word, definition: `The meaning of ${word}.` }));
      await wordrise.schedule.add({
        wordId,
        scheduledDate: `2026-12-${day}T12:00:00.000Z`,
        status: 'pending',
      });
    }
    for (const day of ['01', '02', '05']) {
      clock.now = new Date(`2026-12-${day}T12:00:00Z`);
      await wordrise.processor.runPass();
    }
    const { emails } = await wordrise.mail.outbox.list({ limit: 10 });
    const later = emails.filter(({ subject }) => subject.endsWith('lull'));
    const texts = await Promise.all(
      later.map(async ({ id }) => (await wordrise.mail.outbox.read(id))?.text ?? ''),
    );
    expect(texts).toHaveLength(2);
    const paths = texts.map((text) => /\/recall\/[0-9a-f]{16}\/3/.exec(text)?.[0] ?? '');
    expect(new Set(paths).size).toBe(1);
    expect(texts[0]).toContain('Three days ago: petrichor');
    const [path = ''] = paths;
    const page = await fetch(new URL(path, url));
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(await page.text()).toContain('The meaning of petrichor.');
    const post = (answer: string, at = path) =>
      fetch(new URL(at, url), { method: 'POST', body: new URLSearchParams({ answer }) });
    expect(await ok('recallResults')).toEqual([]);
    expect(await (await post('known')).text()).toContain('"answer":"known"');
    expect((await post('again')).status).toBe(200);
    expect((await post('nonsense')).status).toBe(200);
    expect(await ok('recallResults')).toEqual([
      { wordId: expect.any(Number), word: 'petrichor', days: 3, known: 1, again: 1 },
    ]);
    expect((await post('known', path.replace(/3$/, '4'))).status).toBe(404);
    expect(await (await fetch(new URL('/recall/0000000000000000/3', url))).text()).toContain(
      'This is a preview',
    );
    expect((await fetch(new URL('/recall/x/3', url))).status).toBe(404);
    expect(lines.join('')).not.toContain(path.slice(8, 24));
  },
);
