/**
 * Whether the work per request grows with the tables: the same calls over real HTTP on SQLite, at the
 * size the product is designed for and at ten times that, in one run.
 *
 *     npx node --conditions=source scripts/bench/lists.ts [words] [registrations]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../packages/core/src/database/sqlite-dialect.ts';
import { loadConfig, openWordrise } from '../../packages/core/src/index.ts';
import { createApp } from '../../packages/server/src/app.ts';
import { createLog } from '../../packages/server/src/http/request-log.ts';

const words = Number(process.argv[2] ?? 10_000);
const registrations = Number(process.argv[3] ?? 1_000_000);
const rounds = 60;
/**
 * A call may take this many times longer on tables ten times the size: `flat` where an index gives
 * the page and the total is kept, `scan` where a search reads the column.
 */
const limits = { flat: 2, scan: 20 };

const calls: { name: string; path: (words: number) => string; limit: keyof typeof limits }[] = [
  { name: 'words, first page', path: () => '/api/admin/words?page=1&limit=50', limit: 'flat' },
  { name: 'words, middle page', path: (n) => `/api/admin/words?page=${n / 100}&limit=50`, limit: 'flat' },
  { name: 'words, last page', path: (n) => `/api/admin/words?page=${n / 50}&limit=50`, limit: 'flat' },
  { name: 'words, letter p', path: () => '/api/admin/words?page=1&limit=50&letter=p', limit: 'flat' },
  { name: 'words, search', path: () => '/api/admin/words?page=1&limit=50&search=zebra', limit: 'scan' },
  { name: 'unused words, first page', path: () => '/api/admin/words/unused?page=1&limit=20', limit: 'flat' },
  {
    name: 'unused words, last page',
    path: (n) => `/api/admin/words/unused?page=${n / 50}&limit=20`,
    limit: 'flat',
  },
  { name: 'schedule', path: () => '/api/admin/schedule?limit=100', limit: 'flat' },
  { name: 'schedule statistics', path: () => '/api/admin/schedule/stats', limit: 'flat' },
  { name: 'overview', path: () => '/api/admin/overview', limit: 'flat' },
  { name: 'metrics', path: () => '/metrics', limit: 'flat' },
  { name: 'register a repeat', path: () => 'POST /api/register', limit: 'flat' },
];

async function measure(factor: number): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-bench-'));
  const config = loadConfig({ DATA_DIR: folder, PROCESSOR: 'off', PORT: '0', LOG_LEVEL: 'silent' });
  const once = { points: 1_000_000, seconds: 60 };
  const wordrise = await openWordrise(config, { bcryptCost: 4, limits: { signupPerAddress: once } });
  fill(join(folder, 'wordrise.db'), words * factor, registrations * factor);
  const assets = { folder: join(folder, 'site', 'assets'), path: '/assets/' };
  const site = { landing: '', app: '', assets, pagePaths: [], widgets: new Map() };
  const server = createServer(createApp(wordrise, { log: createLog('silent'), site }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { Origin: origin, 'Content-Type': 'application/json', Cookie: '' };
  const admin = JSON.stringify({ username: 'admin', password: 'correct horse' });
  await fetch(`${origin}/api/setup-admin`, { method: 'POST', headers, body: admin });
  const login = await fetch(`${origin}/api/login`, { method: 'POST', headers, body: admin });
  headers.Cookie = login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const reader = JSON.stringify({ email: 'reader1@example.com', firstName: 'Ada' });
  const medians: number[] = [];
  for (const call of calls) {
    const path = call.path(words * factor);
    const [method, where] = path.startsWith('POST ') ? ['POST', path.slice(5)] : ['GET', path];
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      const response = await fetch(origin + where, {
        method,
        headers,
        ...(method === 'POST' ? { body: reader } : {}),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      times.push(performance.now() - startedAt);
    }
    medians.push(times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] as number);
  }
  server.closeAllConnections();
  server.close();
  await wordrise.close();
  rmSync(folder, { recursive: true });
  return medians;
}

function fill(file: string, wordCount: number, readerCount: number): void {
  const database = openSqlite(file);
  database.exec('begin');
  const word = database.prepare(
    `insert into words (word, word_key, sort_key, phonetic_pronunciation, part_of_speech, definition, etymology,
      example1, example2, conversation_tip, search_text, used_count, source, created_at)
     values (@w, @w, @w, '/x/', 'noun', @d, 'Old.', 'One.', 'Two.', 'Say it.', @w || char(10) || @d, @u, 'import', @t)`,
  );
  const start = Date.UTC(2026, 0, 1);
  for (let n = 0; n < wordCount; n += 1) {
    const w = `${String.fromCharCode(97 + (n % 26))}${((n * 7919) % wordCount).toString(36)}-${n}`;
    word.run({
      w,
      d: `A definition of some length, as dictionaries have them, number ${n}.`,
      u: n % 2,
      t: start + n,
    });
  }
  // A few years of mornings, however large the library.
  const email = database.prepare(
    `insert into scheduled_emails (word_id, scheduled_date, status, created_at, message_name) values (?, ?, ?, ?, ?)`,
  );
  for (let n = 1; n <= 2000; n += 1)
    email.run(n, start + n * 86_400_000, n < 1900 ? 'sent' : 'pending', start, `m${n}`);
  const reader = database.prepare(
    `insert into registrations (email, first_name, created_at, handover) values (?, 'Ada', ?, 'subscribed')`,
  );
  // Two years of signups, evenly.
  const step = (730 * 86_400_000) / readerCount;
  for (let n = 0; n < readerCount; n += 1) reader.run(`reader${n}@example.com`, Date.now() - n * step);
  database.exec('commit');
  database.close();
}

const small = await measure(1);
const large = await measure(10);
console.log(
  `\n${words} words and ${registrations} registrations, against ten times as many; medians of ${rounds} calls\n`,
);
console.log(
  `${'call'.padEnd(28)}${'ms'.padStart(9)}${'ms × 10'.padStart(10)}${'ratio'.padStart(8)}${'limit'.padStart(7)}`,
);
for (const [at, { name, limit }] of calls.entries()) {
  const [before, after] = [small[at] as number, large[at] as number];
  const figures = [
    before.toFixed(1).padStart(9),
    after.toFixed(1).padStart(10),
    (after / before).toFixed(2).padStart(8),
  ];
  console.log(`${name.padEnd(28)}${figures.join('')}${String(limits[limit]).padStart(7)}`);
}
