import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refuse, unreachable } from '../../testing/fake-server.ts';
import { openEditor, saveButton, stored, subjectField, template } from '../../testing/template-editor.tsx';

beforeEach(() => sessionStorage.clear());

const theirs = { template: '<p>{{definition}}</p>', subject: 'Theirs' };
const changed = refuse(409, 'template.changed', 'Another text was saved.');
const title = 'Another template was saved while you were editing';
const mine = { content: `${template}!`, subject: stored.subject };
const original = { content: template, subject: stored.subject };

/** Types an exclamation mark and saves, after another tab has saved. */
async function savedElsewhere() {
  const app = await openEditor({ saveTemplate: changed });
  await app.user.type(app.html, '!');
  app.server.answer({ getTemplate: theirs });
  await app.user.click(saveButton());
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: title })) };
}
const sent = ({ server }: Pick<Awaited<ReturnType<typeof openEditor>>, 'server'>) =>
  server.callsOf('saveTemplate').map(({ body }) => body);

test('a template saved in another tab is shown, and replaced only by another click', async () => {
  const { user, html, server, dialog } = await savedElsewhere();
  const row = (kind: string) => document.querySelector(`[data-diff=${kind}]`)?.textContent;
  expect(row('removed')).toContain('Theirs');
  expect(row('added')).toContain(stored.subject);
  expect(screen.queryByText('Failed to update template')).toBeNull();

  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(html.value).toBe(mine.content);
  await user.click(saveButton());
  await screen.findByRole('dialog', { name: title });
  server.answer({ saveTemplate: { template: mine.content, subject: mine.subject } });
  await user.click(screen.getByRole('button', { name: 'Replace it with mine' }));
  await screen.findByText('Email template updated successfully!');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  expect(sent({ server })).toEqual([
    { ...mine, replaces: original },
    { ...mine, replaces: original },
    { ...mine, replaces: { content: theirs.template, subject: theirs.subject } },
  ]);
});

test('the other template is loaded instead, and the next edit is based on it', async () => {
  const { user, html, server, dialog } = await savedElsewhere();
  await user.click(dialog.getByRole('button', { name: 'Use the saved template' }));
  expect(html.value).toBe(theirs.template);
  expect(subjectField().value).toBe('Theirs');
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  expect(sessionStorage).toHaveLength(0);
  await user.type(html, '?');
  await user.click(saveButton());
  await waitFor(() => expect(sent({ server })).toHaveLength(2));
  expect(sent({ server })[1]).toMatchObject({ replaces: { content: theirs.template, subject: 'Theirs' } });
});

test('if the other template cannot be fetched, a toast says so, and the text stays', async () => {
  const { user, html, server } = await openEditor({ saveTemplate: changed });
  await user.type(html, '!');
  server.answer({ getTemplate: unreachable });
  await user.click(saveButton());
  await screen.findByText('Failed to update template');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(html.value).toBe(mine.content);
});

test('a tab that gets the focus again shows what another tab saved, but keeps what was typed', async () => {
  const { user, html, server } = await openEditor({ saveTemplate: changed });
  server.answer({ getTemplate: theirs });
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(html.value).toBe(theirs.template));
  await user.type(html, '!');
  server.answer({ getTemplate: stored });
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(server.callsOf('getTemplate')).toHaveLength(3));
  expect(html.value).toBe(`${theirs.template}!`);
  await user.click(saveButton());
  await screen.findByRole('dialog', { name: title });
  expect(sent({ server })).toMatchObject([{ replaces: { content: theirs.template } }]);
});
