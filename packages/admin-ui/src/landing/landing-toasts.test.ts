import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showToasts } from './landing-signup.ts';

let target: EventTarget;
let region: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  target = new EventTarget();
  region = document.createElement('div');
  region.innerHTML = [
    ['success', 'Welcome to Wordrise!', 'Your first daily word will arrive soon.'],
    ['error', 'Registration failed', 'Please try again later.'],
  ]
    .map(([tone, title, text]) => {
      const toast = `<div><p>${title}</p><p>${text}</p><button></button></div>`;
      return `<template data-tone="${tone}">${toast}</template>`;
    })
    .join('');
  showToasts(target, region);
});
afterEach(() => {
  vi.useRealTimers();
});

const succeed = () => target.dispatchEvent(new CustomEvent('wordrise:success'));
const fail = (detail?: object) => target.dispatchEvent(new CustomEvent('wordrise:error', { detail }));
const said = () => [...region.querySelectorAll('p')].map((line) => line.textContent);

test('welcomes a new reader', () => {
  succeed();
  expect(said()).toEqual(['Welcome to Wordrise!', 'Your first daily word will arrive soon.']);
});

test.each([
  { why: 'the message', detail: { message: 'Too many signups.' }, text: 'Too many signups.' },
  { why: 'advice if there is no message', detail: { code: 'internal' }, text: 'Please try again later.' },
  { why: 'advice if there is nothing at all', detail: undefined, text: 'Please try again later.' },
])('a failure shows $why', ({ detail, text }) => {
  fail(detail);
  expect(said()).toEqual(['Registration failed', text]);
});

test('shows one at a time, and a message is text, never markup', () => {
  succeed();
  fail({ message: '<img src=x>' });
  expect(said()).toEqual(['Registration failed', '<img src=x>']);
  expect(region.querySelector('img')).toBeNull();
});

test('a welcome disappears on its own, and a later one gets its full time', () => {
  succeed();
  vi.advanceTimersByTime(5000);
  succeed();
  vi.advanceTimersByTime(5000);
  expect(said()).toHaveLength(2);
  vi.advanceTimersByTime(1000);
  expect(said()).toEqual([]);
});

test('a failure stays until the next attempt is answered, even if a welcome was about to disappear', () => {
  succeed();
  vi.advanceTimersByTime(5000);
  fail();
  vi.advanceTimersByTime(60_000);
  expect(said()).toHaveLength(2);
  succeed();
  expect(said()).toEqual(['Welcome to Wordrise!', 'Your first daily word will arrive soon.']);
});

test('disappears when dismissed', () => {
  fail();
  region.querySelector('button')?.click();
  expect(said()).toEqual([]);
});
