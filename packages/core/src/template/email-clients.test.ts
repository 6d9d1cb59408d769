import { caniemail } from 'caniemail';
import { expect, test } from 'vitest';
import { icontactMergeFields as mergeFields } from '../mail/icontact/merge-fields.ts';
import { defaultTemplate, sampleWord } from './default-template.ts';
import { renderEmail } from './render-email.ts';

/** Everything that some clients ignore, by its name on caniemail.com, with what their readers lose. */
const ignoredBySome: Record<string, string> = {
  '@media': 'Outlook on Windows: larger type and dark colors, which it has in rules of its own',
  'Attribute selector': 'only in the rules for Outlook.com’s dark mode',
  'Child combinator': 'only in the rules for Outlook.com’s dark mode',
  'color-scheme CSS property': 'the client decides about dark mode itself',
  'color-scheme meta tag': 'the client decides about dark mode itself',
  '<body> element': 'becomes a <div>; the page’s colors are on a <div> too',
  'text-wrap': 'where lines break',
  hyphens: 'a long word breaks without a hyphen',
  'hyphenate-limit-chars': 'a long word breaks without a hyphen',
  'overflow-wrap': 'a long word breaks by word-break',
  'word-break': 'a long word breaks by overflow-wrap',
  'white-space': 'a respelling may break at a hyphen',
  'max-height property': 'the preheader is hidden by display and mso-hide',
  overflow: 'the preheader is hidden by display and mso-hide',
  'border-radius': 'Outlook on Windows: the sun, which it is not shown',
  'height property': 'the sun, which those clients are not shown or draw by its line height',
  'aria-label attribute': 'the name of the email for screen readers',
  'aria-hidden attribute': 'screen readers read the IPA too',
  'role attribute': 'the roles of tables for screen readers',
};

test('uses only features that readers can do without if a client ignores them', () => {
  const word = { ...sampleWord, definition: 'one\ntwo' };
  const site = { productName: 'Wordrise', publicUrl: 'https://words.example.com', hasArchive: true };
  const options = { day: '2026-12-01', mergeFields, site };
  const { html } = renderEmail({ content: defaultTemplate, subject: '{{word}}' }, word, options);
  const { issues } = caniemail({
    clients: [
      'gmail.android',
      'gmail.ios',
      'gmail.desktop-webmail',
      'outlook.*',
      'apple-mail.*',
      'yahoo.*',
      'samsung-email.*',
    ] as Parameters<typeof caniemail>[0]['clients'],
    html,
  });
  const ignored = new Set([...issues.errors.values()].flat().map(({ title }) => title));
  expect([...ignored].toSorted()).toEqual(Object.keys(ignoredBySome).toSorted());
});
