import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openEditor, subjectField, template } from '../../testing/template-editor.tsx';

beforeEach(() => sessionStorage.clear());

test('variables go to the cursor of the field that had the focus last', async () => {
  const { user, html } = await openEditor();
  const variable = (name: string) => screen.getByRole('button', { name: new RegExp(`^Insert {{${name}}}`) });
  // The HTML if neither had the focus.
  html.setSelectionRange(0, 0);
  await user.click(variable('definition'));
  expect(html.value).toBe(`{{definition}}${template}`);
  await waitFor(() => expect(document.activeElement).toBe(html));
  expect(html.selectionStart).toBe('{{definition}}'.length);

  await user.click(subjectField());
  subjectField().setSelectionRange(0, 'Wordrise'.length);
  await user.click(variable('DATE'));
  expect(subjectField().value).toBe('{{DATE}}: {{word}}');
  await waitFor(() => expect(document.activeElement).toBe(subjectField()));
  expect(screen.getByText('Unsaved changes')).toBeDefined();
});

test('offers every variable and every conditional section', async () => {
  await openEditor();
  const names = (title: string) =>
    within(screen.getByRole('region', { name: title }))
      .getAllByRole('button')
      .map((button) => button.querySelector('code')?.textContent);
  expect(names('Template variables')).toEqual(
    [
      'subject',
      'preheader',
      'word',
      'phoneticPronunciation',
      'partOfSpeech',
      'definition',
      'etymology',
      'example1',
      'example2',
      'conversationTip',
      'quotation',
      'quotationAuthor',
      'quotationWork',
      'quotationYear',
      'quotationUrl',
      'teaser',
      'level',
      'suggestedBy',
      'respelling',
      'boldExample1',
      'boldExample2',
      'boldQuotation',
      'theme',
      'themeThread',
      'themeIntroduction',
      'themePosition',
      'themeCount',
      'threeDaysAgo',
      'threeDaysAgoUrl',
      'threeWeeksAgo',
      'threeWeeksAgoUrl',
      'milestone',
      'DATE',
      'welcome',
      'productName',
      'publicUrl',
      'wordUrl',
      'hearUrl',
      'archiveUrl',
      'preferencesUrl',
      'unsubscribeUrl',
    ].map((name) => `{{${name}}}`),
  );
  expect(names('Conditional sections')).toEqual(
    [
      'etymology',
      'example1',
      'example2',
      'conversationTip',
      'quotation',
      'quotationYear',
      'quotationUrl',
      'teaser',
      'suggestedBy',
    ].map((name) => `{{#if ${name}}}…{{/if}}`),
  );
});

test('a conditional section wraps the selection', async () => {
  const { user, html } = await openEditor();
  const section = screen.getByRole('button', { name: /^Insert {{#if etymology}}/ });
  await user.click(html);
  html.setSelectionRange(0, '<html>'.length);
  await user.click(section);
  expect(html.value.split('\n')[0]).toBe('{{#if etymology}}<html>{{/if}}');
  expect(html.value.slice(html.selectionStart, html.selectionEnd)).toBe('<html>');

  html.setSelectionRange(0, 0);
  await user.click(section);
  expect(html.value.split('\n')[0]).toBe(
    '{{#if etymology}}{{etymology}}{{/if}}{{#if etymology}}<html>{{/if}}',
  );
});
