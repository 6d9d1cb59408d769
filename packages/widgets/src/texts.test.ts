import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits, messages, timings } from '@wordrise/core/contract';
import { expect, test, vi } from 'vitest';
import { atFirst, awaitTurn } from './sample/rotation.ts';
import { defaultSamples, defaultTexts } from './texts.ts';

const starterWords = readFileSync(
  join(import.meta.dirname, '../../../examples/words/starter.csv'),
  'utf8',
).split('\n');

test('the texts match the contract', () => {
  const { signup } = messages;
  expect(defaultTexts).toMatchObject({
    emailInvalid: signup.emailInvalid,
    firstNameRequired: signup.firstNameRequired,
    failedTitle: signup.failedTitle,
    failed: signup.failed,
    welcomeTitle: signup.welcomeTitle('{product}'),
    welcome: signup.welcome,
    busy: signup.busy,
  });
});

test('the samples change at the pace of the contract', () => {
  vi.useFakeTimers();
  const show = vi.fn();
  awaitTurn(atFirst, show);
  vi.advanceTimersByTime(timings.sampleRotationMs - 1);
  expect(show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(show).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

test('the samples are valid words of the starter library', () => {
  expect(defaultSamples).toHaveLength(3);
  for (const { word, phoneticPronunciation, partOfSpeech, definition } of defaultSamples) {
    expect(word.length).toBeLessThanOrEqual(limits.wordLength);
    expect(partOfSpeech.length).toBeLessThanOrEqual(limits.partOfSpeechLength);
    // The email must show the word the same way as the sample.
    const start = [word, phoneticPronunciation, partOfSpeech, ''].join();
    expect(starterWords.filter((line) => line.startsWith(start))).toHaveLength(1);
    expect(definition).toMatch(/^[A-Z].*\.$/);
  }
});
