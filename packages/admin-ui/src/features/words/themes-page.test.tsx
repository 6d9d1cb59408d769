import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const weather = { id: 3, title: 'Weather', introduction: '', wordCount: 1, unusedCount: 1 };
const mizzle = {
  id: 9,
  word: 'mizzle',
  partOfSpeech: 'noun',
  definition: 'Fine rain.',
  usedCount: 0,
  goesOut: null,
};

async function openWeek(answers = {}) {
  const app = renderApp({
    path: '/admin/words/themes?theme=3',
    answers: { listThemes: { themes: [weather] }, getTheme: { ...weather, words: [mizzle] }, ...answers },
  });
  const week = within(await screen.findByRole('region', { name: 'Choose its week' }));
  return { ...app, week, button: week.getByRole('button', { name: 'Schedule 1 word' }) };
}

test('a week on a day that has passed says so', async () => {
  const passed = 'Saturday, November 14 at 07:00 has passed. Choose a later day.';
  const { week, user, server, button } = await openWeek({
    scheduleTheme: refuse(400, 'schedule.in_past', passed),
  });
  await user.type(week.getByLabelText('First day'), '2020-11-14');
  await user.click(button);
  expect(await screen.findByText('Nothing was scheduled')).toBeDefined();
  // At the field, and not in the toast too.
  expect(screen.getAllByText(passed)).toHaveLength(1);
  expect(server.callsOf('scheduleTheme').at(-1)?.body).toEqual({ from: '2020-11-14' });
});

test('a day that has an email already says so while it is chosen', async () => {
  const taken =
    'Monday, December 14 has an email already: “gaunt”. The first free day after it is Tuesday, December 15 (2026-12-15).';
  const { week, user, server } = await openWeek({
    scheduleTheme: refuse(409, 'schedule.day_taken', taken),
  });
  const field = week.getByLabelText('First day');
  await user.type(field, '2026-12-14');
  expect(await week.findByText(taken)).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(server.callsOf('scheduleTheme').map(({ body }) => body)).toEqual([
    { from: '2026-12-14', dryRun: true },
  ]);
  await user.clear(field);
  expect(week.queryByText(taken)).toBeNull();
});

test('a week needs its first day', async () => {
  const { user, server, button } = await openWeek();
  await user.click(button);
  expect(server.callsOf('scheduleTheme')).toEqual([]);
});

test('says what a day means before the week is scheduled', async () => {
  const note =
    '“Rain” goes out from Tuesday, December 15 to Friday, December 18: “Weather” pauses on these days.';
  const scheduledDate = '2026-12-14T12:00:00.000Z';
  const emails = [{ day: '2026-12-14', wordId: mizzle.id, word: mizzle.word, scheduledDate }];
  const { week, user, server } = await openWeek({ scheduleTheme: { emails, notes: [note] } });
  await user.type(week.getByLabelText('First day'), '2026-12-14');
  expect(await week.findByText(note)).toBeDefined();
  expect(week.getByText(/^On .*Dec.* 14/)).toBeDefined();
  expect(server.callsOf('scheduleTheme').map(({ body }) => body)).toEqual([
    { from: '2026-12-14', dryRun: true },
  ]);
});
