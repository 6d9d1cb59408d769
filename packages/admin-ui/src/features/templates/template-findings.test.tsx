import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refuse } from '../../testing/fake-server.ts';
import {
  markedLines,
  openEditor,
  rendered,
  saveButton,
  stored,
  subjectField,
  syntax,
  template,
  toast,
} from '../../testing/template-editor.tsx';

beforeEach(() => sessionStorage.clear());

test('errors are listed with their line, marked there, and a click leads to it', async () => {
  const { user, html } = await openEditor({ saveTemplate: syntax });
  await user.click(saveButton());

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(
    '2 errors to fixLine 3: {{#if word}} is never closed.Line 5: {{}} is empty.',
  );
  expect(screen.getByText('Subject: {{wort}} is not the name of a variable.')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(subjectField()));
  expect(markedLines()).toEqual([3, 5]);
  expect(html.getAttribute('aria-invalid')).toBe('true');
  // The toast does not repeat the errors.
  expect(toast()).toBe('Failed to update template');

  await user.click(within(alert).getByRole('button', { name: 'Line 5' }));
  await waitFor(() => expect(document.activeElement).toBe(html));
  expect(html.value.slice(html.selectionStart, html.selectionEnd)).toBe('</html>');
});

test('the first error in the HTML moves the cursor to its line', async () => {
  const { user, html } = await openEditor({
    saveTemplate: refuse(400, 'template.syntax', 'Line 3: no.', { content: ['Line 3: no.'] }),
  });
  await user.click(saveButton());
  await screen.findByText('1 error to fix');
  await waitFor(() => expect(document.activeElement).toBe(html));
  expect(html.value.slice(html.selectionStart, html.selectionEnd)).toBe('<h1>{{word}}</h1>');
});

test('marks move with their lines and disappear as their lines are edited', async () => {
  const { user, html } = await openEditor({ saveTemplate: syntax });
  await user.click(saveButton());
  await screen.findByRole('alert');
  await user.type(html, '{Enter}', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect(markedLines()).toEqual([4, 6]);
  const at = html.value.indexOf('<h1>');
  await user.type(html, 'x', { initialSelectionStart: at, initialSelectionEnd: at });
  expect(markedLines()).toEqual([6]);
  await user.type(subjectField(), '!');
  expect(screen.queryByText('Subject: {{wort}} is not the name of a variable.')).toBeNull();
});

test('warnings appear after saving, at their line', async () => {
  const { user, html } = await openEditor({
    saveTemplate: { ...stored, warnings: ['Line 3: {{wurd}} does not exist.', 'The template is 120 kB.'] },
  });
  await user.click(saveButton());
  await waitFor(() => expect(toast()).toBe('Saved, with 2 warningsLine 3: {{wurd}} does not exist.'));
  const beside = screen.getByRole('button', { name: 'show line 3' });
  expect(beside.closest('p')?.textContent).toBe('Saved, with 2 warnings: show line 3');
  await user.click(beside);
  expect(html.value.slice(html.selectionStart, html.selectionEnd)).toBe('<h1>{{word}}</h1>');
  expect(screen.getByText('Saved, with warnings')).toBeDefined();
  expect(screen.getByText('The template is 120 kB.')).toBeDefined();
  expect(markedLines()).toEqual([3]);
  await user.click(screen.getByRole('button', { name: 'Line 3' }));
  expect(html.value.slice(html.selectionStart, html.selectionEnd)).toBe('<h1>{{word}}</h1>');
});

test('an unknown variable is saved by a second click', async () => {
  const warnings = ['Subject: there is no variable {{wurd}}. It stays empty.'];
  const { user, server } = await openEditor({
    previewTemplate: { ...rendered, warnings, unknownVariables: warnings },
    saveTemplate: { ...stored, warnings },
  });
  fireEvent.change(subjectField(), { target: { value: 'Today: {{wurd}}' } });
  await user.click(saveButton());
  await waitFor(() => expect(toast()).toContain('Not saved yet'));
  expect(server.callsOf('saveTemplate')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(toast()).toContain('Saved, with 1 warning'));
  expect(server.callsOf('saveTemplate').map(({ body }) => body)).toEqual([
    {
      content: template,
      subject: 'Today: {{wurd}}',
      replaces: { content: template, subject: stored.subject },
    },
  ]);
  expect(saveButton().textContent).toBe('Save Changes');
});
