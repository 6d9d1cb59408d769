import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { loggedPath } from './request-log.ts';

const program = `
  const { createLog } = await import(${JSON.stringify(new URL('./request-log.ts', import.meta.url).href)});
  const log = createLog('info');
  for (let n = 0; n < 2000; n += 1) log.info({ n }, 'request');
`;

test.each([
  { end: '', status: 0 },
  { end: 'process.exit(3);', status: 3 },
  { end: 'setTimeout(() => { throw new Error("nobody catches this"); });', status: 1 },
  {
    end: 'process.once("SIGTERM", () => process.exit(0)); process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000);',
    status: 0,
  },
])('no line is lost or out of order when the process ends ($end)', ({ end, status }) => {
  const { stdout, ...result } = spawnSync(
    process.execPath,
    ['--conditions=source', '--input-type=module', '--eval', program + end],
    { encoding: 'utf8' },
  );
  expect(result.status).toBe(status);
  const lines = stdout.trimEnd().split('\n');
  const numbers = lines.map((line) => JSON.parse(line).n);
  expect(numbers).toEqual(Array.from({ length: 2000 }, (_, n) => n));
});

test.each([
  { path: '/api/admin/signups/ada@example.com/words', logged: '/api/admin/signups/…/words' },
  { path: `/confirm/${'0a'.repeat(16)}`, logged: '/confirm/:token' },
  { path: `/unsubscribe/${'0a'.repeat(16)}/undo`, logged: '/unsubscribe/:token/undo' },
  { path: `/preferences/${'0a'.repeat(16)}/pause`, logged: '/preferences/:token/pause' },
  { path: `/recall/${'0a'.repeat(8)}/3`, logged: '/recall/:token/3' },
  { path: `/recall/${'0a'.repeat(8)}/again/${'0a'.repeat(16)}`, logged: '/recall/:token/again/:token' },
  { path: `/Unsubscribe/${'0a'.repeat(16)}/`, logged: '/Unsubscribe/:token/' },
  { path: `//confirm//${'0a'.repeat(16)}`, logged: '//confirm//:token' },
  { path: '/confirm/ada%40example.com', logged: '/confirm/:token' },
  { path: `/${'a'.repeat(15_800)}`, logged: `/${'a'.repeat(299)}` },
])(
  'a logged path has no email address, no token of a reader’s link, and a bounded length',
  ({ path, logged }) => {
    expect(loggedPath(path)).toBe(logged);
  },
);
