import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { eventually } from '../../../test/eventually.ts';
import { aWord } from '../../../test/words.ts';
import { startTestServer } from './start-test-server.ts';

describe.each(databaseKinds)('the main job on %s', (kind) => {
  test('three people sign up, a word is scheduled, and it arrives', async () => {
    let ahead = 0;
    const { ok, signIn, wordrise, folder } = await startTestServer({
      kind,
      env: { PRODUCT_NAME: 'Word & Dawn' },
      overrides: { now: () => new Date(Date.now() + ahead) },
    });
    await signIn();
    for (const [name, email] of [
      ['Ada', 'ada@example.com'],
      ['Zoë', 'zoe@example.com'],
      ['O"Brien <b>', 'obrien@example.com'],
    ] as const) {
      await ok('register', { body: { email, firstName: name } });
    }
    const nasty = aWord({
      word: 'café & "co" <script>',
      definition: "Fish & chips 🐟 [fname] <script>alert(1)</script> 'quoted' {{word}}",
      etymology: 'From [lname] & sons.',
    });
    const report = await ok('uploadWords', { raw: csvOf(nasty), headers: { 'Content-Type': 'text/csv' } });
    expect(report).toMatchObject({ added: 1, refused: 0 });
    const [word] = (await ok('listWords')).words;
    if (!word) throw new Error('the word is not in the library');
    expect(word).toMatchObject(nasty);
    expect((await wordrise.processor.runPass()).failed).toBe(0);
    const hour = 3_600_000;
    const scheduledDate = new Date(Date.now() + hour).toISOString();
    const entry = await ok('scheduleEmail', { body: { wordId: word.id, scheduledDate } });
    expect(entry).toMatchObject({ status: 'scheduled', wordId: word.id });
    ahead = hour;
    const outbox = join(folder, 'outbox');
    const emails = () => readdirSync(outbox).filter((name) => name.endsWith('.eml'));
    await eventually(() => expect(emails()).toHaveLength(3));
    await eventually(async () => {
      await wordrise.processor.runPass();
      expect(await ok('scheduleStats')).toMatchObject({ sent: 1 });
    });

    for (const name of emails()) {
      const raw = readFileSync(join(outbox, name), 'utf8');
      expect(raw).toContain('Content-Type: text/plain');
      expect(raw).toContain('Content-Type: text/html');
    }
    const list = await ok('listOutbox');
    expect(list.emails.map(({ to }) => to).toSorted()).toEqual([
      'ada@example.com',
      'obrien@example.com',
      'zoe@example.com',
    ]);
    const email = await ok('readOutbox', { params: { id: list.emails[0]?.id as string } });
    expect(email.subject).toBe('Word & Dawn: café & "co" <script>');
    expect(email.html).toContain('café &amp; &quot;co&quot; &lt;script&gt;');
    expect(email.html).not.toContain('<script>');
    expect(email.html).toContain('🐟 &#91;fname&#93;');
    expect(email.html).toContain('From &#91;lname&#93; &amp; sons.');
    // The only braces left are in the word's own text.
    expect(email.html.replaceAll(/\{\{word\}\}|&#123;&#123;word&#125;&#125;/g, '')).not.toContain('{{');
    expect(email.text).toContain('café & "co" <script>');
    expect(email.text).toContain('Fish & chips 🐟');
    expect(email.text).not.toMatch(/&amp;|&lt;|&#\d+;/);
    expect(email.text).not.toMatch(/\b(Ada|Zoë)\b/);

    const [item] = await ok('listSchedule');
    expect(item?.scheduled_emails).toMatchObject({
      id: entry.id,
      status: 'sent',
      sentAt: expect.any(String),
    });
    expect(item?.words).toMatchObject({ word: word.word, usedCount: 1 });
    expect((await ok('listUnusedWords')).words).toEqual([]);
    expect((await wordrise.readers.list({ page: 1, limit: 10 })).readers.map(({ status }) => status)).toEqual(
      ['subscribed', 'subscribed', 'subscribed'],
    );
  });
});

function csvOf(word: Record<string, string>): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return `${Object.keys(word).join(',')}\r\n${Object.values(word).map(quoted).join(',')}\r\n`;
}
