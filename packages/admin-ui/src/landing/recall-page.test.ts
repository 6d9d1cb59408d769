import type { RecallPageView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { renderRecallDocument } from './recall-page.tsx';

const view: RecallPageView = {
  path: '/recall/8a9af6275050e16e/3',
  occasion: 3,
  ownPagePath: undefined,
  word: 'cosset',
  phoneticPronunciation: '/ˈkɑsət/',
  partOfSpeech: 'verb',
  definition: 'To pamper.',
  example: '',
  wordPath: undefined,
  asksAgain: true,
  answer: 'again',
};

test('“Remind me” promises an email only to a reader who gets one', () => {
  const config = { productName: 'Wordrise', publicUrl: 'https://words.example.com' };
  const assets = { script: '/assets/landing.js', styles: ['/assets/landing.css'], fonts: [] };
  const said = (page: RecallPageView) =>
    new DOMParser()
      .parseFromString(renderRecallDocument(config, assets, page), 'text/html')
      .querySelector('[role=status]')?.textContent;
  expect(said(view)).toBe('Here it is again. Emails ask about it once more, three weeks after it came.');
  expect(said({ ...view, ownPagePath: '/preferences/x' })).toContain('your next email');
  expect(said({ ...view, asksAgain: false })).toBe('Here it is again.');
});
