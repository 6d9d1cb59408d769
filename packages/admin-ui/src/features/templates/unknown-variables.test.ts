import { expect, test } from 'vitest';
import { unknownVariables } from './unknown-variables.ts';

test('finds names that are no variables, with their line', () => {
  const content =
    '<p>{{word}}</p>\n{{#if etymology}}{{ etymolgy }}{{else}}{{definition}}{{/if}}\n{{toString}} {{DATE}}';
  expect(unknownVariables({ content, subject: '{{wurd}}: {{word}}' })).toEqual([
    'Subject: there is no variable {{wurd}}. It stays empty.',
    'Line 2: there is no variable {{etymolgy}}. It stays empty.',
    'Line 3: there is no variable {{toString}}. It stays empty.',
  ]);
  expect(unknownVariables({ content: '{{word}} [fname] {word}', subject: '{{word}}' })).toEqual([]);
});
