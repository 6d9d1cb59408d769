import type { OwnPageView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { renderOwnPageDocument } from './own-page.tsx';

const view: OwnPageView = {
  firstName: 'Ada',
  email: 'a•••@example.com',
  favoriteWord: '',
  creditName: false,
  preferences: {
    timezone: 'UTC',
    sendTime: null,
    weekdays: null,
    pausedUntil: null,
    cadence: 'daily',
    digestDay: null,
  },
  words: [],
  isPaused: false,
  today: '2026-12-01',
  timezone: 'America/New_York',
  offers: { days: true, times: true, weekly: undefined },
};

test('a time zone that is not in the list is chosen on the page, so that saving keeps it', () => {
  const config = { productName: 'Wordrise', publicUrl: 'https://words.example.com' };
  const assets = { script: '/assets/landing.js', styles: ['/assets/landing.css'], fonts: [] };
  const html = renderOwnPageDocument(config, assets, {
    path: '/preferences/x',
    view,
    zones: ['Europe/Berlin'],
  });
  const page = new DOMParser().parseFromString(html, 'text/html');
  const select = page.querySelector<HTMLSelectElement>('select[name=timezone]');
  expect(select?.value).toBe('UTC');
  expect([...(select?.options ?? [])].map(({ value }) => value)).toEqual(['', 'UTC', 'Europe/Berlin']);
});
