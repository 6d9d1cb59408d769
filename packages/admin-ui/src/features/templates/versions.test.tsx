import { screen, waitFor, within } from '@testing-library/react';
import type { TemplateVersion } from '@wordrise/core/contract';
import { beforeEach, expect, test } from 'vitest';
import { refuse } from '../../testing/fake-server.ts';
import { openEditor, stored, template, toast } from '../../testing/template-editor.tsx';

beforeEach(() => sessionStorage.clear());

function version(id: number, more: Partial<TemplateVersion> = {}): TemplateVersion {
  return {
    id,
    createdAt: `2026-11-${10 + id}T12:00:00.000Z`,
    subject: stored.subject,
    characters: 40,
    origin: 'edit',
    account: 'admin',
    via: 'web',
    ...more,
  };
}
const versions = [
  version(3),
  version(2, { subject: 'Once: {{word}}', account: null, via: 'cli' }),
  version(1, { origin: 'default', account: null, via: null }),
];
const older = {
  ...versions[1],
  ...version(2),
  subject: 'Once: {{word}}',
  template: template.replace('h1>{', 'h2>{'),
};
const answers = {
  listTemplateVersions: { versions },
  getTemplateVersion: ({ path }: { path: string }) =>
    path.endsWith('/3') ? { ...version(3), template } : older,
};

async function openVersions(more = {}) {
  const opened = await openEditor({ ...answers, ...more });
  await opened.user.click(screen.getByRole('button', { name: 'Versions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Versions of the template' }));
  return { ...opened, dialog };
}

test('lists who saved what, and shows what an earlier version would change', async () => {
  const { dialog } = await openVersions();
  const list = within(await dialog.findByRole('list', { name: 'Versions' }));
  const texts = list.getAllByRole('button').map(({ textContent }) => textContent);
  expect(texts).toEqual([
    expect.stringMatching(/In useadminWordrise: \{\{word\}\}$/),
    expect.stringMatching(/At the command lineOnce: \{\{word\}\}$/),
    expect.stringMatching(/DefaultBuilt inWordrise: \{\{word\}\}$/),
  ]);
  // The previous version is chosen.
  expect(list.getAllByRole('button')[1]?.getAttribute('aria-pressed')).toBe('true');
  await dialog.findByRole('region', { name: 'What would change' });
  const rows = [...document.querySelectorAll<HTMLElement>('[data-diff]')];
  expect(rows.map(({ dataset, textContent }) => `${dataset.diff}: ${textContent}`)).toEqual([
    'removed: −Removed: Wordrise: {{word}}',
    'added: +Added: Once: {{word}}',
    'same: <html>',
    'same: <body>',
    'removed: −Removed: <h1>{{word}}</h1>',
    'added: +Added: <h2>{{word}}</h1>',
    'same: </body>',
    'same: </html>',
  ]);
});

test('restores one into the editor', async () => {
  const { user, html, dialog, server } = await openVersions({
    restoreTemplate: { template: older.template, subject: older.subject },
  });
  await user.click(await dialog.findByRole('button', { name: 'Restore this version' }));
  await waitFor(() => expect(html.value).toBe(older.template));
  await waitFor(() => expect(toast()).toBe('The earlier version is in use again.Undo'));
  expect(server.callsOf('restoreTemplate').map(({ path }) => path)).toEqual([
    '/api/admin/template/versions/2/restore',
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText('Unsaved changes')).toBeNull();
});

test('says so if there is none', async () => {
  const { dialog } = await openVersions({ listTemplateVersions: { versions: [version(1)] } });
  await dialog.findByText('There is no earlier version yet');
});

test('says so if they cannot be fetched', async () => {
  const { dialog } = await openVersions({
    listTemplateVersions: refuse(503, 'database.unreachable', 'Away.'),
  });
  await dialog.findByText('The versions could not be fetched');
});

test('restores the default after asking, and discards unsaved changes', async () => {
  const { user, html, server } = await openEditor({
    resetTemplate: { template: '<p>built in</p>', subject: 'Wordrise: {{word}}' },
  });
  await user.type(html, 'x');
  const ask = () => user.click(screen.getByRole('button', { name: 'Back to the default' }));
  await ask();
  const dialog = () => within(screen.getByRole('alertdialog', { name: 'Back to the default template?' }));
  expect(dialog().getByText(/stays in the list of versions.*Unsaved changes are lost/)).toBeDefined();
  await user.click(dialog().getByRole('button', { name: 'Keep it' }));
  expect(server.callsOf('resetTemplate')).toEqual([]);
  await ask();
  await user.click(dialog().getByRole('button', { name: 'Use the default' }));
  await waitFor(() => expect(html.value).toBe('<p>built in</p>'));
  expect(toast()).toBe('The default template is in use.');
  expect(sessionStorage.length).toBe(0);
});
