import { screen, within } from '@testing-library/react';
import { providerEntry, scheduleItem } from './builders.ts';
import type { Answers } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

export const first = providerEntry({
  id: 1,
  sendId: '501',
  messageId: '9001',
  messageName: 'petrichor · 2026-12-02 · 0a1b2c3d4e5f',
  scheduledTime: '2026-12-02T12:00:00.000Z',
  recipientCount: 18_423,
});
export const notThereYet = providerEntry({
  id: 2,
  sendId: null,
  messageId: null,
  messageName: 'halcyon · 2026-12-03 · aa1b2c3d4e5f',
  scheduledTime: '2026-12-03T12:00:00.000Z',
  recipientCount: null,
  reason: 'The provider did not answer. It is tried again every five minutes.',
});
export const byHand = providerEntry({
  id: null,
  sendId: '502',
  messageId: '9002',
  messageName: null,
  scheduledTime: null,
  recipientCount: 3,
});
export const missed = providerEntry({
  id: 4,
  sendId: null,
  messageName: 'candor · 2026-11-20 · ba1b2c3d4e5f',
  scheduledTime: '2026-11-20T12:00:00.000Z',
  status: 'failed',
  reason: 'The provider was down for more than 6 hours.',
});

export const moved = scheduleItem({ id: 1, scheduledDate: '2026-12-05T14:30:00.000Z' }).scheduled_emails;

export function openSchedulePage(answers: Answers = {}) {
  return renderApp({ path: '/admin/schedule', answers: { listProviderSends: [byHand, first], ...answers } });
}

export const rows = async (name = 'Pending emails, the next one first') =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem');
/** The text of the toast, without its button. */
export const toast = () => document.querySelector('[data-toasts]')?.textContent?.replace(/Undo$/, '');
