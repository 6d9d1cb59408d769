import { expect, test } from 'vitest';
import { renderSignupDocument } from './render-text-pages.tsx';

test('a form with errors says so first in the title', () => {
  const config = { productName: 'Wordrise', publicUrl: 'https://words.example.com' };
  const assets = { script: '/assets/landing.js', styles: ['/assets/landing.css'], fonts: [] };
  const title = (hasErrors: boolean) =>
    new DOMParser().parseFromString(
      renderSignupDocument(config, assets, { form: '<form></form>', hasErrors }),
      'text/html',
    ).title;
  expect(title(true)).toBe('Error: Sign up · Wordrise');
  expect(title(false)).toBe('Sign up · Wordrise');
});
