import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type AutopilotView, type CalendarDayView, drawLevels, type PlanView } from '@wordrise/core/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overview, providerEntry, scheduleItem, word } from '../../testing/builders.ts';
import { type Answers, type Call, held, json } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const timezone = 'America/New_York';
const drawing = {
  levels: [...drawLevels],
  onlyTags: [],
  neverTags: ['office'],
  withoutSensitive: [],
  themeWeeks: 'alternate' as const,
};
const library = {
  unusedWords: 90,
  drawnFrom: 90,
  lastsUntil: '2027-03-12',
  lastsLonger: false,
  isLow: false,
  widen: null,
  summary: '90 unused words: enough until March 12, 2027.',
};
const scheduled = { ...scheduleItem().scheduled_emails, warnings: [] };

/** The days of December 2026. */
function aDay(day: number, over: Partial<CalendarDayView> = {}): CalendarDayView {
  const name = `2026-12-${String(day).padStart(2, '0')}`;
  return {
    day: name,
    sendTime: `${name}T12:00:00.000Z`,
    state: 'open',
    isLeftFree: false,
    emails: [],
    ...over,
  };
}

const petrichor = providerEntry({
  id: 1,
  messageName: 'petrichor · 2026-12-02 · 0a1b2c3d4e5f',
  scheduledTime: '2026-12-02T12:00:00.000Z',
});
const taken = aDay(2, {
  emails: [
    {
      id: 1,
      wordId: 5,
      word: 'petrichor',
      definition: 'The smell of rain.',
      scheduledDate: '2026-12-02T12:00:00.000Z',
      status: 'scheduled',
    },
  ],
});
const days = [aDay(1, { state: 'past' }), taken, ...Array.from({ length: 12 }, (_, at) => aDay(at + 3))];

/** A plan like the server's: another seed gives other words, and chosen words stay. */
const autopilotOff: AutopilotView = {
  isOn: false,
  time: '07:00',
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  ahead: 14,
  ...drawing,
  skippedDays: ['2026-12-25'],
  library,
  hasThemes: true,
  themesLeft: 0,
  timezone,
};

function plan({ body }: Call): PlanView {
  const {
    mornings,
    seed = 0,
    chosen = [],
  } = body as {
    mornings: number;
    seed?: number;
    chosen?: { day: string; wordId: number }[];
  };
  const planned = days.slice(2, mornings + 1).map(({ day, sendTime }, at) => {
    const id = chosen.find((each) => each.day === day)?.wordId ?? at + 10 + (seed > 0 ? 100 : 0);
    return {
      day,
      scheduledDate: sendTime,
      word: { id, word: `word${id}`, partOfSpeech: 'noun', definition: 'A definition.' },
      relaxed: [],
    };
  });
  return { mornings: planned, library, timezone };
}

function openPage(path: string, answers: Answers = {}) {
  return renderApp({
    path,
    answers: {
      listProviderSends: [petrichor],
      calendarDays: { days, timezone },
      planDays: (call) => json(plan(call)),
      scheduleEmail: scheduled,
      listUnusedWords: { words: [word({ id: 77, word: 'halcyon' })], total: 1, hasMore: false },
      ...answers,
    },
  });
}

const toast = () => document.querySelector('[data-toasts]')?.textContent;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T15:00:00Z') });
});
afterEach(() => {
  // Whether the settings are open.
  sessionStorage.clear();
  vi.useRealTimers();
});

test('a week is filled in two clicks from the dashboard', async () => {
  const { user, server, place } = openPage('/admin', { overview: overview() });
  await user.click(await screen.findByRole('link', { name: 'Fill the next 7 mornings' }));
  await user.click(await screen.findByRole('button', { name: 'Schedule 6 emails' }));
  await waitFor(() => expect(toast()).toContain('6 emails scheduled'));
  expect(server.callsOf('scheduleEmail').map(({ body }) => body)).toEqual(
    days.slice(2, 8).map(({ sendTime }, at) => {
      return { wordId: at + 10, scheduledDate: sendTime, ifDayTaken: 'refuse' };
    }),
  );
  await waitFor(() => expect(place()).toBe('/admin/schedule'));
});

test('days without a suggestion say why', async () => {
  const summary = 'The library has no words yet.';
  const none = { ...library, drawnFrom: 0, lastsUntil: null, isLow: true, summary };
  openPage('/admin/schedule?fill=7', {
    getAutopilot: { ...autopilotOff, library: none },
    planDays: (call) =>
      json({ ...plan(call), mornings: plan(call).mornings.map((day) => ({ ...day, word: null })) }),
  });
  const panel = within(await screen.findByRole('region', { name: 'Fill the next 7 mornings' }));
  expect(await panel.findAllByText('No word')).toHaveLength(6);
  expect(await panel.findByText(/The library has no words yet/)).toBeTruthy();
});

test('a double click schedules each email once', async () => {
  const { user, server } = openPage('/admin/schedule?fill=7');
  await user.dblClick(await screen.findByRole('button', { name: 'Schedule 6 emails' }));
  await waitFor(() => expect(toast()).toContain('6 emails scheduled'));
  expect(server.callsOf('scheduleEmail')).toHaveLength(6);
});

test('leaving before all emails are scheduled asks, and says how many are', async () => {
  const answer = held(scheduled);
  const { user, server, place } = openPage('/admin/schedule?fill=7', { scheduleEmail: answer.answer });
  /** Whether the browser would ask before it leaves. */
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await user.click(await screen.findByRole('button', { name: 'Schedule 6 emails' }));
  await screen.findByRole('button', { name: 'Scheduling 1 of 6...' });
  expect(asks()).toBe(true);

  await user.click(screen.getAllByRole('link', { name: 'Words' })[0] as HTMLElement);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
  await user.click(dialog.getByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(place()).toBe('/admin/words'));
  answer.release();
  await waitFor(() => expect(toast()).toContain('1 email scheduled'));
  expect(server.callsOf('scheduleEmail')).toHaveLength(1);
  expect(asks()).toBe(false);
});

test('words of the plan are shuffled, searched for and left out before it is approved', async () => {
  const { user, server } = openPage('/admin/schedule?fill=7');
  const rows = async () =>
    within(await screen.findByRole('list', { name: /^Suggested words/ })).getAllByRole('listitem');
  expect((await rows()).map((row) => row.textContent?.match(/word\d+/)?.[0])).toEqual(
    Array.from({ length: 6 }, (_, at) => `word${at + 10}`),
  );
  await user.click(screen.getByRole('button', { name: 'Another word for Thu, Dec 3' }));
  await screen.findByText('word110');
  expect(server.callsOf('planDays').at(-1)?.body).toMatchObject({
    avoid: [10],
    chosen: [11, 12, 13, 14, 15].map((wordId) => expect.objectContaining({ wordId })),
  });
  await user.click(screen.getByRole('button', { name: 'Search for a word for Fri, Dec 4' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose a word for Fri, Dec 4' }));
  await user.click(await dialog.findByRole('button', { name: 'Select halcyon' }));
  await user.click(screen.getByRole('button', { name: 'Leave Sat, Dec 5 free' }));
  await user.click(await screen.findByRole('button', { name: 'Schedule 5 emails' }));
  await waitFor(() => expect(toast()).toContain('5 emails scheduled'));
  const ids = server.callsOf('scheduleEmail').map(({ body }) => (body as { wordId: number }).wordId);
  expect(ids).toEqual([110, 77, 13, 14, 15]);
});

test('what could not be scheduled stays in the plan, with the reason', async () => {
  const message = '“lull” already goes out on Thursday, December 3.';
  const { user } = openPage('/admin/schedule?fill=7', {
    scheduleEmail: ({ body }) =>
      (body as { wordId: number }).wordId === 10
        ? json({ message, code: 'schedule.day_taken' }, 409)
        : json(scheduled, 201),
  });
  await user.click(await screen.findByRole('button', { name: 'Schedule 6 emails' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(toast()).toContain('5 emails scheduled');
  expect(screen.getByRole('button', { name: 'Schedule 1 email' })).toBeTruthy();
});

test('mornings without a word are rows too, by week, and are filled or skipped with one click', async () => {
  const { user, server } = openPage('/admin/schedule', { skipDay: { ...autopilotOff, emails: [] } });
  const list = await screen.findByRole('list', { name: 'Pending emails, the next one first' });
  await waitFor(() => expect(within(list).getAllByText('No word')).toHaveLength(6));
  const rows = within(list)
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(rows[0]).toMatch(/^This weekDec 2 Wedpetrichor/);
  expect(rows[1]).toMatch(/^Dec 3 ThuNo word/);
  expect(rows[4]).toMatch(/^Next weekDec 6 SunNo word/);
  expect(rows[5]).toMatch(/^Dec 7 MonNo word/);

  await user.click(screen.getByRole('button', { name: 'Fill Thu, Dec 3' }));
  await waitFor(() => expect(toast()).toContain('“word10” goes out on Dec 3'));
  expect(server.callsOf('scheduleEmail')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Skip Fri, Dec 4' }));
  await waitFor(() => expect(server.callsOf('skipDay')[0]?.path).toContain('2026-12-04'));
  expect(toast()).toContain('Dec 4 stays without an email');
});

test('a chosen day is filled into the form', async () => {
  const { user, place } = openPage('/admin/schedule');
  await user.click(await screen.findByRole('link', { name: 'Choose a word for Fri, Dec 4' }));
  expect(place()).toBe('/admin/schedule?new=2026-12-04');
  const field = await screen.findByLabelText<HTMLInputElement>('Scheduled Date & Time *');
  expect(field.value).toBe('2026-12-04T07:00');
});

test('the form says that tomorrow is taken, offers the next free morning, and asks before a second email', async () => {
  const { user, server } = openPage('/admin/schedule?new=');
  const field = await screen.findByLabelText<HTMLInputElement>('Scheduled Date & Time *');
  expect(field.value).toBe('2026-12-02T07:00');
  expect(await screen.findByText(/“petrichor” already goes out on Dec 2\./)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Select halcyon' }));
  const form = within(screen.getByRole('region', { name: 'Schedule New Email' }));
  await user.click(form.getByRole('button', { name: 'Schedule Email' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Two emails on one day?' }));
  await user.click(question.getByRole('button', { name: 'Go back' }));
  expect(server.callsOf('scheduleEmail')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Use Dec 3' }));
  expect(field.value).toBe('2026-12-03T07:00');
  expect(screen.queryByText(/already goes out/)).toBeNull();
  await user.click(form.getByRole('button', { name: 'Schedule Email' }));
  await waitFor(() => expect(server.callsOf('scheduleEmail')).toHaveLength(1));
});

test('tomorrow’s word is swapped in three clicks from the dashboard', async () => {
  const { user, server } = openPage('/admin', { swapWord: scheduleItem().scheduled_emails });
  await user.click((await screen.findAllByRole('link', { name: 'Schedule' }))[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: /^Replace petrichor/ }));
  await user.click(await screen.findByRole('button', { name: 'Select halcyon' }));
  await waitFor(() => expect(toast()).toContain('“halcyon” takes its place'));
  expect(server.callsOf('swapWord')).toMatchObject([
    { path: `/api/admin/schedule/${petrichor.id}/word`, body: { wordId: 77 } },
  ]);
  expect(server.calls.filter(({ name }) => name === 'cancelEmail' || name === 'scheduleEmail')).toEqual([]);
});

test('the autopilot is set up, says how long the words last, and is turned off', async () => {
  const { user, server } = openPage('/admin/schedule', { getAutopilot: autopilotOff });
  expect(await screen.findByText('90 unused words: enough until March 12, 2027.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  await user.click(await screen.findByRole('button', { name: 'Sat' }));
  await user.click(screen.getByRole('button', { name: 'Sun' }));
  const ahead = screen.getByLabelText('Mornings ahead');
  await user.clear(ahead);
  await user.type(ahead, '0');
  expect(screen.getByText('The number of mornings must be a whole number from 1 to 60')).toBeTruthy();
  await user.clear(ahead);
  await user.type(ahead, '21');
  await user.click(screen.getByRole('button', { name: 'Rare' }));
  await user.click(screen.getByRole('button', { name: 'Religion' }));
  await user.type(screen.getByLabelText('Only words with these tags'), 'Weather, food');
  expect(screen.getByText(/no theme week comes yet/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'None' }));
  expect(screen.queryByText(/no theme week comes yet/)).toBeNull();
  const on = { ...autopilotOff, isOn: true, ahead: 21, days: autopilotOff.days.slice(0, 5) };
  server.answer({ saveAutopilot: on, getAutopilot: on });
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('Keeps the next 21 mornings filled, Mon–Fri at 07:00.')).toBeTruthy();
  expect(screen.getAllByRole('heading', { name: /^Autopilot/ })).toHaveLength(1);
  expect(server.callsOf('saveAutopilot')[0]?.body).toMatchObject({
    isOn: true,
    ahead: 21,
    levels: ['everyday', 'reader', 'none'],
    onlyTags: ['weather', 'food'],
    neverTags: ['office'],
    withoutSensitive: ['religion'],
  });
  server.answer({ saveAutopilot: autopilotOff, getAutopilot: autopilotOff });
  await user.click(screen.getByRole('switch', { name: 'Autopilot', checked: true }));
  expect(await screen.findByRole('switch', { name: 'Autopilot', checked: false })).toBeTruthy();
  expect(server.callsOf('saveAutopilot')[1]?.body).toMatchObject({ isOn: false, ahead: 21 });
});

test('an ending library is reported with what the settings leave out', async () => {
  openPage('/admin/schedule', {
    getAutopilot: {
      ...autopilotOff,
      isOn: true,
      library: { ...library, isLow: true, widen: 'The autopilot’s settings leave out 3 unused words.' },
    },
  });
  expect(
    await screen.findByText(
      '90 unused words: enough until March 12, 2027. The autopilot’s settings leave out 3 unused words.',
      { exact: false },
    ),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add words' })).toBeTruthy();
});

const holidayEmails = Array.from({ length: 12 }, (_, at) => ({
  id: at + 1,
  wordId: at + 50,
  word: `word${at}`,
  scheduledDate: `2026-12-${String(at + 21).padStart(2, '0')}T12:00:00.000Z`,
}));

/** The section of the settings about days without an email, and what is typed there. */
async function openSkippedDays(answers: Answers) {
  const page = openPage('/admin/schedule', { getAutopilot: autopilotOff, ...answers });
  await page.user.click(await screen.findByRole('button', { name: 'Settings' }));
  const section = within(await screen.findByRole('region', { name: 'Days without an email' }));
  const type = (label: string, value: string) =>
    fireEvent.change(section.getByLabelText(label), { target: { value } });
  return { ...page, section, type, skip: section.getByRole<HTMLButtonElement>('button', { name: 'Skip' }) };
}

test('a holiday is skipped in one step, and its emails are canceled if the owner says so', async () => {
  const { user, server, section, type, skip } = await openSkippedDays({
    skipDay: ({ body }) =>
      json({
        ...autopilotOff,
        emails: (body as { cancelEmails: boolean }).cancelEmails ? [] : holidayEmails,
      }),
  });
  type('From', '2026-12-21');
  type('To (optional)', '2026-12-20');
  expect(section.getByText('The last day must not be before the first')).toBeTruthy();
  expect(skip.disabled).toBe(true);
  type('To (optional)', '2027-01-03');
  await user.click(skip);
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel 12 emails too?' }));
  expect(dialog.getByText(/^The autopilot skips Dec 21 – Jan 3\./)).toBeTruthy();
  const named = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(named).toHaveLength(9);
  expect(named[0]).toBe('word0 Mon, Dec 21');
  expect(named[8]).toBe('and 4 more');
  await user.click(dialog.getByRole('button', { name: 'Cancel the emails' }));
  await waitFor(() => expect(toast()).toBe('12 emails canceledDec 21 – Jan 3 stay without an email.Undo'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.callsOf('skipDay').map(({ path, body }) => [path, body])).toEqual(
    [false, true].map((cancelEmails) => [
      '/api/admin/autopilot/skipped/2026-12-21',
      { until: '2027-01-03', cancelEmails },
    ]),
  );
  expect(section.getByLabelText<HTMLInputElement>('From').value).toBe('');
});

test('emails on weekdays that were taken out are canceled if the owner says so, and can be scheduled again', async () => {
  const on = { ...autopilotOff, isOn: true };
  const message = 'It is being sent.';
  const { user, server } = openPage('/admin/schedule', {
    getAutopilot: on,
    saveAutopilot: { ...on, days: on.days.slice(0, 5), emails: holidayEmails.slice(0, 3) },
    cancelEmail: ({ path }) =>
      path.endsWith('/2')
        ? json({ message, code: 'schedule.busy' }, 409)
        : new Response(null, { status: 204 }),
    scheduleEmail: () => json(scheduled, 201),
  });
  await user.click(await screen.findByRole('button', { name: 'Settings' }));
  await user.click(await screen.findByRole('button', { name: 'Sat' }));
  await user.click(screen.getByRole('button', { name: 'Sun' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel 3 emails too?' }));
  expect(dialog.getByText(/^The autopilot is set to Mon–Fri\. These emails are already/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel the emails' }));
  await waitFor(() => expect(toast()).toBe(`2 emails canceled, not “word1”${message}Undo`));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.callsOf('scheduleEmail')).toHaveLength(2));
});

test('canceled emails are scheduled again, each of them that can be', async () => {
  const message = 'That time has passed.';
  const { user, server, type, skip } = await openSkippedDays({
    skipDay: ({ body }) =>
      json({
        ...autopilotOff,
        emails: (body as { cancelEmails: boolean }).cancelEmails
          ? [{ ...holidayEmails[1], problem: 'It is sent.' }]
          : holidayEmails.slice(0, 4),
      }),
    scheduleEmail: ({ body }) =>
      (body as { wordId: number }).wordId === 50
        ? json({ message, code: 'schedule.date_past' }, 422)
        : json(scheduled, 201),
  });
  type('From', '2026-12-21');
  await user.click(skip);
  await user.click(await screen.findByRole('button', { name: 'Cancel the emails' }));
  await waitFor(() => expect(toast()).toBe('3 emails canceled, not “word1”It is sent.Undo'));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(toast()).toBe(`This could not be undone${message}`));
  expect(server.callsOf('scheduleEmail').map(({ body }) => body)).toEqual(
    [0, 2, 3].map((at) => ({ wordId: at + 50, scheduledDate: holidayEmails[at]?.scheduledDate })),
  );
});

test('a single day is skipped without a last day, not in the past, and its email can be kept', async () => {
  const { user, server, section, type, skip } = await openSkippedDays({
    skipDay: { ...autopilotOff, emails: holidayEmails.slice(0, 1) },
  });
  type('From', '2026-11-30');
  expect(section.getByText('Choose a day that is not over yet')).toBeTruthy();
  expect(skip.disabled).toBe(true);
  type('From', '2026-12-21');
  await user.click(skip);
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the email too?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(toast()).toContain('The autopilot skips Dec 21'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.callsOf('skipDay').map(({ body }) => body)).toEqual([
    { until: '2026-12-21', cancelEmails: false },
  ]);
});

test('emails that could not be canceled are named, with the reason', async () => {
  const problem = 'This email has already been sent and cannot be canceled.';
  const { user, type, skip } = await openSkippedDays({
    skipDay: ({ body }) =>
      json({
        ...autopilotOff,
        emails: (body as { cancelEmails: boolean }).cancelEmails
          ? holidayEmails.slice(0, 2).map((email) => ({ ...email, problem }))
          : holidayEmails.slice(0, 2),
      }),
  });
  type('From', '2026-12-21');
  await user.click(skip);
  await user.click(await screen.findByRole('button', { name: 'Cancel the emails' }));
  await waitFor(() => expect(toast()).toBe(`Not canceled: “word0”, “word1”${problem}`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('days skipped in a row are one range, opened again with one click', async () => {
  const skippedDays = ['2026-12-24', '2026-12-25', '2026-12-26', '2027-01-06'];
  const { user, server, section } = await openSkippedDays({
    getAutopilot: { ...autopilotOff, skippedDays },
    unskipDay: autopilotOff,
  });
  const buttons = section.getAllByRole('button', { name: /^Do not skip/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Dec 24 – Dec 26', 'Jan 6']);
  await user.click(section.getByRole('button', { name: 'Do not skip Dec 24 – Dec 26' }));
  await waitFor(() => expect(toast()).toContain('Dec 24 – Dec 26 are open again'));
  const [call] = server.callsOf('unskipDay');
  expect(call?.path).toBe('/api/admin/autopilot/skipped/2026-12-24');
  expect(call?.search.get('until')).toBe('2026-12-26');
});
