import { expect, test } from 'vitest';
import { aWord } from '../../../test/words.ts';
import type { OpenDatabase } from '../../core/src/platform/database/open-database.ts';
import { startTestServer } from './start-test-server.ts';

/** SQLite answers SQLITE_FULL, as on a full disk, once the file may not grow. */
function limitPages({ wordrise }: Awaited<ReturnType<typeof startTestServer>>, pages: number): number {
  const { native } = wordrise.database as OpenDatabase;
  if (native.kind !== 'sqlite') throw new Error('not SQLite');
  return native.database.pragma(`max_page_count = ${pages}`, { simple: true }) as number;
}

test('on a full disk nothing that was acknowledged is lost, and work continues once there is space', async () => {
  const server = await startTestServer();
  const { call, ok, refused, signIn } = server;
  await signIn();
  limitPages(server, 1);
  const emails = Array.from({ length: 15 }, (_, n) => `reader.${n}@example.com`);
  const acknowledged: string[] = [];
  for (const email of emails) {
    const { status } = await call('register', { body: { email, firstName: 'x'.repeat(100) } });
    expect([201, 503]).toContain(status);
    if (status === 201) acknowledged.push(email);
  }
  const word = aWord({ definition: 'z'.repeat(9000) });
  expect(await refused('addWord', { body: word })).toMatchObject({
    status: 503,
    code: 'database.unreachable',
    message: 'The disk of the database is full, so nothing was saved. Free some space and try again.',
  });
  // Reading still works.
  expect(await ok('listWords')).toMatchObject({ total: 0 });
  limitPages(server, 1_000_000);
  expect(await ok('addWord', { body: word })).toMatchObject({ word: word.word });
  for (const email of acknowledged)
    expect(await ok('describeReader', { params: { email } })).toMatchObject({ email });
});
