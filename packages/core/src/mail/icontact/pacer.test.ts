import { expect, test } from 'vitest';
import { createPacer } from './http.ts';

function startPacer(intervalMs: number) {
  const time = { now: 5000 };
  const pauses: number[] = [];
  const sleep = async (ms: number) => {
    pauses.push(ms);
  };
  return { time, pauses, turn: createPacer({ intervalMs, sleep, clock: () => time.now }) };
}

test('starts simultaneous calls one interval apart', async () => {
  const { pauses, turn } = startPacer(1000);

  await Promise.all([turn(), turn(), turn()]);

  expect(pauses).toEqual([1000, 2000]);
});

test('waits only for the rest of the interval', async () => {
  const { time, pauses, turn } = startPacer(1000);

  await turn();
  time.now += 300;
  await turn();
  time.now += 5000;
  await turn();

  expect(pauses).toEqual([700]);
});

test('never waits without an interval', async () => {
  const { pauses, turn } = startPacer(0);

  await Promise.all([turn(), turn(), turn()]);

  expect(pauses).toEqual([]);
});
