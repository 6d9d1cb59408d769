import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../testing/render-app.tsx';

const noWords = { words: [], total: 0, hasMore: false };

test('a new page’s heading gets the focus as it appears, before anyone can type', async () => {
  const { router } = renderApp({ path: '/admin/outbox', answers: { listWords: noWords } });
  await screen.findByRole('heading', { name: 'Outbox' });
  let focused: string | null | undefined;
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('heading', { name: 'Words' })) focused ??= document.activeElement?.textContent;
  });
  observer.observe(document.body, { subtree: true, childList: true });
  await waitFor(() => router.navigate('/admin/words'));
  await waitFor(() => expect(focused).toBeDefined());
  observer.disconnect();
  expect(focused).toBe('Words');
});
