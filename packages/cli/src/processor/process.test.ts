import type { Wordrise } from '@wordrise/core';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Output } from '../command-line/output.ts';
import { showSends } from './process.ts';

afterEach(() => void vi.useRealTimers());

/** What is drawn each second while an email is sent. */
async function drawn(showsProgress: boolean, queued: readonly (number | undefined)[]): Promise<string[]> {
  vi.useFakeTimers();
  const lines: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  onTestFinished(() => write.mockRestore());
  const left = [...queued];
  const sending = async () => {
    const waiting = left.shift();
    const latest = { status: 'sending', recipients: 1000, queued: waiting, inFlight: 0, deferred: 0 };
    return { accepted: 0, latest: waiting === undefined ? undefined : latest };
  };
  const paint = { yellow: (text: string) => text, dim: (text: string) => text };
  const output = { showsProgress, paintError: paint } as Output;
  const sends = showSends(output, { processor: { sending } } as unknown as Pick<Wordrise, 'processor'>);
  for (const _ of queued) await vi.advanceTimersByTimeAsync(1000);
  sends.stop();
  return lines;
}

test('a terminal counts the readers who got the email since the bar appeared', async () => {
  const lines = await drawn(true, [undefined, 800, 600, 400]);
  expect(lines.some((line) => line.includes('25% · 200 readers'))).toBe(true);
  expect(lines.some((line) => line.includes('50% · 400 readers'))).toBe(true);
  // Nothing of it stays.
  expect(lines.at(-1)).toBe('\r\u001b[K');
});

test.each([
  ['a terminal with nothing to send', true, [undefined, undefined]],
  ['a log', false, [800, 600]],
])('%s shows nothing', async (_, showsProgress, queued) => {
  expect(await drawn(showsProgress, queued)).toEqual([]);
});
