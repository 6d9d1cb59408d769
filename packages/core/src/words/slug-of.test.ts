import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test.each([
  ['petrichor', 'petrichor'],
  ['Schadenfreude', 'schadenfreude'],
  ['déjà vu', 'deja-vu'],
  ['crème  brûlée', 'creme-brulee'],
  ['’tis', 'tis'],
  ["ne'er-do-well", 'neer-do-well'],
  ['bass (fish)', 'bass-fish'],
  ['lead¹', 'lead1'],
  ['24/7', '24-7'],
  ['ωμέγα', 'ωμεγα'],
  ['हिन्दी', 'हिन्दी'],
  ['говорить', 'говорить'],
  ['🙂', 'u1f642'],
  ['petrichor 🌧️', 'petrichor'],
  ['../../etc/passwd?#%', 'etc-passwd'],
])('%s is %s', (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

test('the same letters give the same slug, composed or not', () => {
  expect(slugOf('café'.normalize('NFD'))).toBe(slugOf('café'.normalize('NFC')));
});

test('is its own slug, and never ends with a hyphen', () => {
  for (const text of ['déjà vu', '🙂👍', 'हिन्दी', `${'a'.repeat(79)} b`, 'x'.repeat(100)]) {
    const slug = slugOf(text);
    expect(slugOf(slug)).toBe(slug);
    expect(slug).toMatch(/^[^-].*[^-]$/u);
    expect([...slug].length).toBeLessThanOrEqual(80);
  }
});
