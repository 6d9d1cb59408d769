import { expect, test } from 'vitest';
import { icontactMergeFields } from './merge-fields.ts';

const { warning } = icontactMergeFields;

test('escapes square brackets: as entities in HTML, as parentheses in plain text', () => {
  const inHtml = icontactMergeFields.escape('a [email] [[b]] &lt;', 'html');
  const inPlainText = icontactMergeFields.escape('a [email] [[b]] <', 'plain');
  expect(inHtml).toBe('a &#91;email&#93; &#91;&#91;b&#93;&#93; &lt;');
  expect(inPlainText).toBe('a (email) ((b)) <');
  expect(icontactMergeFields.escape('', 'html')).toBe('');
});

test.each([
  { before: 'x [', after: '] y' },
  { before: '[ ', after: ' ]' },
])('warns about a variable between "$before" and "$after"', (around) => {
  const variable = { source: '{{word}}', ...around };
  expect(warning(variable, 'html')).toBe(
    '[{{word}}] could be read as an iContact merge field. Write &#91;{{word}}&#93;.',
  );
  expect(warning(variable, 'plain')).toBe(
    '[{{word}}] could be read as an iContact merge field. Write ({{word}}).',
  );
});

test.each([
  { before: '', after: '' },
  { before: '[', after: '' },
  { before: '', after: ']' },
  { before: '[x', after: ']' },
  { before: '[', after: '!]' },
])('does not warn about a variable between "$before" and "$after"', (around) => {
  expect(warning({ source: '{{word}}', ...around }, 'html')).toBeUndefined();
});
