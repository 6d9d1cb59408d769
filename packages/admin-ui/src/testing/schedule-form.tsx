import { screen, within } from '@testing-library/react';
import type { ScheduledEmailView, UnusedWordsPage } from '@wordrise/core/contract';
import { scheduleItem } from './builders.ts';
import type { Answers } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

export const words = [
  { id: 7, word: 'petrichor', definition: 'The smell of rain on dry ground.' },
  { id: 8, word: 'halcyon', definition: 'Calm and peaceful.' },
];
export const firstPage: UnusedWordsPage = { words, total: 45, hasMore: true };
export const scheduled: ScheduledEmailView = scheduleItem({ word: 'petrichor' }).scheduled_emails;

export async function openForm(answers: Answers = {}) {
  const app = renderApp({
    path: '/admin/schedule',
    answers: { listProviderSends: [], listUnusedWords: firstPage, scheduleEmail: scheduled, ...answers },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Schedule Email' }));
  const card = within(await screen.findByRole('region', { name: 'Schedule New Email' }));
  const submit = () => card.getByRole('button', { name: 'Schedule Email' }) as HTMLButtonElement;
  async function select(word = 'petrichor') {
    await app.user.click(await card.findByRole('button', { name: `Select ${word}` }));
  }
  const asked = () =>
    app.server.callsOf('listUnusedWords').map(({ search }) => Object.fromEntries(search) as object);
  return { ...app, card, submit, select, asked };
}

export const dateField = () => screen.getByLabelText('Scheduled Date & Time *') as HTMLInputElement;
export const letter = (name: string) => screen.getByRole('button', { name });
export const searchBox = () =>
  screen.getByRole('searchbox', { name: 'Search unused words' }) as HTMLInputElement;
