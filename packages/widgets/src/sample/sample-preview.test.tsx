import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SampleOptions } from './options.ts';
import { SamplePreview } from './sample-preview.tsx';

/** A fake of `matchMedia`, which jsdom lacks. */
function givenMotion(reduced: boolean) {
  const listeners = new Set<() => void>();
  const media = {
    matches: reduced,
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  };
  vi.stubGlobal('matchMedia', () => media);
  return {
    listeners,
    reduce: () => {
      media.matches = true;
      for (const listener of listeners) listener();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const shown = () => screen.getByRole('article').querySelector('[part=word]')?.textContent;
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('changes every eight seconds, then starts again', () => {
  givenMotion(false);
  render(<SamplePreview productName="Dawn" />, { wrapper: StrictMode });
  expect(screen.getByText('Dawn: petrichor')).toBeTruthy();
  const seen = [0, 1, 2, 3].map(() => {
    const word = shown();
    wait(8_000);
    return word;
  });
  expect(seen).toEqual(['petrichor', 'halcyon', 'ebullient', 'petrichor']);
});

test('treats null as a missing value', () => {
  givenMotion(false);
  const nothing = { samples: null, productName: null, texts: null, theme: null, lang: null };
  render(<SamplePreview {...(nothing as unknown as SampleOptions)} />);
  expect(screen.getByText('Wordrise: petrichor')).toBeTruthy();
});

test('pauses, plays and shows the chosen sample', () => {
  givenMotion(false);
  render(<SamplePreview />);
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  wait(60_000);
  expect(shown()).toBe('petrichor');
  fireEvent.click(screen.getByRole('button', { name: 'ebullient' }));
  expect(shown()).toBe('ebullient');
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  wait(8_000);
  expect(shown()).toBe('petrichor');
});

test('waits while it has the focus', () => {
  givenMotion(false);
  render(<SamplePreview />);
  act(() => screen.getByRole('button', { name: 'halcyon' }).focus());
  wait(60_000);
  expect(shown()).toBe('petrichor');
  act(() => screen.getByRole('button', { name: 'halcyon' }).blur());
  wait(8_000);
  expect(shown()).toBe('halcyon');
});

test('does not move with reduced motion, and leaves no timer or listener behind', () => {
  const motion = givenMotion(false);
  const { unmount } = render(<SamplePreview />);
  act(motion.reduce);
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  wait(60_000);
  expect(shown()).toBe('petrichor');
  unmount();
  expect(motion.listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
