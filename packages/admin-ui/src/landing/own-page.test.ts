import type { OwnPageView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { type OwnPageDocument, renderOwnPageDocument } from './own-page.tsx';

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

const config = { productName: 'Wordrise', publicUrl: 'https://words.example.com' };
const assets = { script: '/assets/landing.js', styles: ['/assets/landing.css'], fonts: [] };

function render(message?: OwnPageDocument['message']) {
  const usualTime = new Date('2026-12-01T12:00:00Z');
  const document = { path: '/preferences/x', view, message, usualTime, zones: ['Europe/Berlin'] };
  return new DOMParser().parseFromString(renderOwnPageDocument(config, assets, document), 'text/html');
}

test('says the usual time, and first in the title what became of a form', () => {
  expect(render().querySelector('#send-time-hint')?.textContent).toMatch(
    /^Leave it empty for the usual time \(7:00\sAM\)\.$/,
  );
  expect(render().title).toBe('Your emails · Wordrise');
  expect(render({ text: 'Saved.', isError: false }).title).toBe('Saved: Your emails · Wordrise');
  const failed = render({ text: 'Choose at least one day.', isError: true });
  expect(failed.title).toBe('Error: Your emails · Wordrise');
  expect(failed.querySelector('h1')?.textContent).toBe('Your emails');
});

test('a time zone that is not in the list is chosen on the page, so that saving keeps it', () => {
  const select = render().querySelector<HTMLSelectElement>('select[name=timezone]');
  expect(select?.value).toBe('UTC');
  expect([...(select?.options ?? [])].map(({ value }) => value)).toEqual(['', 'UTC', 'Europe/Berlin']);
});
