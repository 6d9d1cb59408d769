import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNow } from './dates.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-12-01T15:00:20Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const shown = (hook: { result: { current: Date } }) => hook.result.current.toISOString().slice(11, 19);

test('advances every minute', () => {
  const hook = renderHook(useNow);
  expect(shown(hook)).toBe('15:00:00');
  act(() => vi.advanceTimersByTime(39_000));
  expect(shown(hook)).toBe('15:00:00');
  act(() => vi.advanceTimersByTime(1000));
  expect(shown(hook)).toBe('15:01:00');
  act(() => vi.advanceTimersByTime(60_000));
  expect(shown(hook)).toBe('15:02:00');
  hook.unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('is correct at once when the tab becomes visible after its machine slept', () => {
  const hook = renderHook(useNow);
  vi.setSystemTime(new Date('2026-12-02T06:30:10Z'));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(shown(hook)).toBe('06:30:00');
});
