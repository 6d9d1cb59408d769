import { expect, test } from 'vitest';
import { keepFiles } from './keep-files.ts';
import { htmlPage } from './static-file.ts';

const render = () => {
  const calls = { count: 0 };
  return { calls, page: async () => htmlPage(`page ${++calls.count}`, {}) };
};

test('a page is rendered again after ten seconds', async () => {
  const clock = { ms: 0 };
  const kept = keepFiles(() => clock.ms);
  const { calls, page } = render();
  const first = await kept('/archive', page);
  clock.ms = 9999;
  expect(await kept('/archive', page)).toBe(first);
  clock.ms = 10_000;
  expect(await kept('/archive', page)).not.toBe(first);
  expect(calls.count).toBe(2);
});

test('a missing page is looked up each time', async () => {
  const kept = keepFiles(() => 0);
  expect(await kept('/words/secret', async () => undefined)).toBeUndefined();
  expect(await kept('/words/secret', render().page)).toBeDefined();
});

test('keeps the last 300 pages', async () => {
  const kept = keepFiles(() => 0);
  const { calls, page } = render();
  for (let place = 0; place <= 300; place += 1) await kept(`/words/${place}`, page);
  await kept('/words/300', page);
  await kept('/words/1', page);
  expect(calls.count).toBe(301);
  await kept('/words/0', page);
  expect(calls.count).toBe(302);
});
