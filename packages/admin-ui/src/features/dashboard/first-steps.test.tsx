import { screen, waitFor, within } from '@testing-library/react';
import type { FirstSteps as Facts } from '@wordrise/core/contract';
import { beforeEach, expect, test } from 'vitest';
import { aSend, overview, scheduleItem, tomorrow } from '../../testing/builders.ts';
import { type Answers, emailFacts, refuse, runningSystem } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const facts: Facts = {
  account: true,
  settings: false,
  missingSettings: ['name', 'timeZone', 'sender'],
  words: true,
  reader: false,
  signedUp: false,
  unconfirmed: false,
  sent: false,
  template: false,
  embedded: false,
};
const all: Facts = {
  account: true,
  settings: true,
  missingSettings: [],
  words: true,
  reader: true,
  signedUp: true,
  unconfirmed: false,
  sent: true,
  template: true,
  embedded: true,
};

beforeEach(() => localStorage.clear());

function openDashboard(answers: Answers = {}) {
  return renderApp({
    path: '/admin',
    answers: {
      system: { ...runningSystem, ...emailFacts.sandbox },
      listWords: { words: [], total: 1, hasMore: false },
      scheduleStats: { total: 0, pending: 0, scheduled: 0, sent: 0, failed: 0 },
      listSchedule: [],
      overview: overview(),
      tomorrow: tomorrow(),
      firstSteps: facts,
      ...answers,
    },
  });
}

const card = () => screen.findByRole('region', { name: 'First steps' });
const isGone = () => waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());

test('says what is done and leads to what is not', async () => {
  openDashboard({ firstSteps: { ...facts, reader: true, signedUp: true, sent: true } });
  const items = await within(await card()).findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Create the admin accountDone',
    'Name, time zone and senderFill them in',
    'Sign up as a readerDone',
    'Send a word in one minuteDone',
    'Read itOpen the outbox',
    'Choose tomorrow’s wordChoose a word',
    'Make it look like yoursOpen the design',
    'Embed the form on your siteGet the code',
  ]);
});

test.each([
  { missing: ['timeZone'], step: 'Time zoneFill it in', href: '/admin/start?step=2' },
  { missing: ['timeZone', 'sender'], step: 'Time zone and senderFill them in', href: '/admin/start?step=2' },
  { missing: ['name', 'timeZone'], step: 'Name and time zoneFill them in', href: '/admin/start' },
] as const)('names only the settings that are missing: $missing', async ({ missing, step, href }) => {
  openDashboard({ firstSteps: { ...facts, missingSettings: [...missing] } });
  const link = await within(await card()).findByRole('link', { name: /^Fill/ });
  expect(link.closest('li')?.textContent).toBe(step);
  expect(link.getAttribute('href')).toBe(href);
});

test('readers who were imported get a word, and the owner is still asked to sign up', async () => {
  openDashboard({ firstSteps: { ...facts, reader: true } });
  const items = await within(await card()).findAllByRole('listitem');
  expect(items.slice(2, 4).map(({ textContent }) => textContent)).toEqual([
    'Sign up as a readerOpen the form',
    'Send a word in one minuteSend one now',
  ]);
});

test('is above all other cards until it is done', async () => {
  const { server } = openDashboard();
  await card();
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings().slice(0, 2)).toEqual(['First steps', 'Next email']);
  expect(server.callsOf('firstSteps')).toHaveLength(1);
});

test('someone who still has to confirm is led to the email with the link', async () => {
  openDashboard({ firstSteps: { ...facts, unconfirmed: true } });
  const items = within(await card());
  const label = await items.findByText('Confirm your signup: open the link in the email');
  const link = within(label.closest('li') as HTMLElement).getByRole('link', { name: 'Open the outbox' });
  expect(link.getAttribute('href')).toBe('/admin/outbox');
  expect(items.queryByText('Sign up as a reader')).toBeNull();
});

test.each([
  { who: 'nobody has signed up', unconfirmed: false },
  { who: 'the only reader has not confirmed', unconfirmed: true },
])('nothing is sent while it would reach nobody: $who', async ({ unconfirmed }) => {
  openDashboard({ firstSteps: { ...facts, unconfirmed } });
  const step = (await within(await card()).findByText('Send a word in one minute')).closest('li');
  expect(step?.textContent).toBe('Send a word in one minute');
});

test('an email that goes out in a minute is not sent a second time after a reload', async () => {
  const scheduledDate = new Date(Date.now() + 50_000).toISOString();
  const { next } = overview();
  openDashboard({
    firstSteps: { ...facts, reader: true },
    overview: overview({ next: { ...next, word: 'zephyr', scheduledDate } as never }),
  });
  await within(await card()).findByText('“zephyr” goes out in a minute or two');
  expect(screen.queryByRole('button', { name: 'Send one now' })).toBeNull();
});

test.each([
  { what: 'for the sandbox', facts: emailFacts.sandbox },
  { what: 'for SMTP', facts: emailFacts.smtp },
])(
  'an email that is due says so in place of the button, although a later one is next: $what',
  async (given) => {
    const next = {
      id: 8,
      word: 'later',
      scheduledDate: '2035-01-01T12:00:00.000Z',
      status: 'pending' as const,
    };
    const email = {
      id: 7,
      wordId: 5,
      word: 'zephyr',
      scheduledDate: '2026-12-01T12:00:00.000Z',
      isDue: true,
      phoneticPronunciation: '',
      definition: '',
    };
    openDashboard({
      system: { ...runningSystem, ...given.facts },
      firstSteps: { ...facts, reader: true },
      overview: overview({ next }),
      tomorrow: tomorrow({ verdict: 'ready', isToday: true, email }),
      listSends: { sends: [], nextAt: null },
    });
    const items = within(await card());
    await items.findByText('“zephyr” is being sent');
    expect(items.queryByRole('button', { name: 'Send one now' })).toBeNull();
    expect(items.queryByRole('link', { name: 'Schedule a word' })).toBeNull();
  },
);

test('in a restored copy an email that is due is not being sent', async () => {
  const email = {
    id: 7,
    wordId: 5,
    word: 'zephyr',
    scheduledDate: '2026-12-01T12:00:00.000Z',
    isDue: true,
    phoneticPronunciation: '',
    definition: '',
  };
  openDashboard({
    firstSteps: { ...facts, reader: true },
    tomorrow: tomorrow({ verdict: 'at_risk', isToday: true, email, sendingHeldSince: email.scheduledDate }),
  });
  await within(await card()).findByText('“zephyr” waits to be sent');
});

test('an email that waits for readers in later time zones says so too', async () => {
  openDashboard({
    system: { ...runningSystem, ...emailFacts.smtpSandbox },
    firstSteps: { ...facts, reader: true },
    listSends: { sends: [aSend({ word: 'zephyr', progress: { status: 'sending', sent: 0 } })], nextAt: null },
  });
  await within(await card()).findByText('“zephyr” is being sent');
});

test('a second email on one day is sent only after a question', async () => {
  const word = { id: 7, word: 'zephyr', partOfSpeech: 'noun', definition: 'A breeze.' };
  const message = '“umami” already goes out on Friday, December 1. Readers would get two emails that day.';
  const { user, server } = openDashboard({
    firstSteps: { ...facts, reader: true },
    planDays: {
      mornings: [{ day: '2026-12-02', scheduledDate: '2026-12-02T12:00:00.000Z', word, relaxed: [] }],
      library: { unused: 1, lastsUntil: null },
      timezone: 'America/New_York',
    } as never,
    scheduleEmail: refuse(409, 'schedule.day_taken', message),
  });
  const sent = () => server.callsOf('scheduleEmail').map(({ body }) => body);
  await user.click(await screen.findByRole('button', { name: 'Send one now' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Send a second email today?' }));
  expect(question.getByText(message)).toBeDefined();
  await user.click(question.getByRole('button', { name: 'Do not send it' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent()).toMatchObject([{ ifDayTaken: 'refuse' }]);

  await user.click(screen.getByRole('button', { name: 'Send one now' }));
  const again = within(await screen.findByRole('alertdialog'));
  server.answer({ scheduleEmail: { ...scheduleItem().scheduled_emails, word: 'zephyr' } as never });
  await user.click(again.getByRole('button', { name: 'Send it' }));
  await screen.findByText('“zephyr” goes out in one minute');
  expect(sent()).toMatchObject([
    { ifDayTaken: 'refuse' },
    { ifDayTaken: 'refuse' },
    { ifDayTaken: 'schedule' },
  ]);
});

test('one button sends an unused word in a minute', async () => {
  const item = scheduleItem({ word: 'zephyr' });
  const { user, server } = openDashboard({
    firstSteps: { ...facts, reader: true },
    planDays: {
      mornings: [
        {
          day: '2026-12-02',
          scheduledDate: '2026-12-02T12:00:00.000Z',
          word: { id: 7, word: 'zephyr', partOfSpeech: 'noun', definition: 'A breeze.' },
          relaxed: [],
        },
      ],
      library: { unused: 1, lastsUntil: null },
      timezone: 'America/New_York',
    } as never,
    scheduleEmail: { ...item.scheduled_emails, word: 'zephyr' } as never,
  });
  const button = await screen.findByRole('button', { name: 'Send one now' });
  const before = Date.now();
  await user.click(button);
  await screen.findByText('“zephyr” goes out in one minute');
  const [{ body } = { body: undefined }] = server.callsOf('scheduleEmail');
  expect(body).toMatchObject({ wordId: 7 });
  const goesOut = Date.parse((body as { scheduledDate: string }).scheduledDate);
  expect(goesOut - before).toBeGreaterThanOrEqual(60_000);
  expect(goesOut - Date.now()).toBeLessThanOrEqual(60_000);
});

test('is gone when all is done', async () => {
  localStorage.setItem('wordrise.first-steps.read', 'yes');
  const email = {
    id: 1,
    wordId: 5,
    word: 'zephyr',
    scheduledDate: '2026-12-02T12:00:00.000Z',
    isDue: false,
    phoneticPronunciation: '',
    definition: '',
  };
  const { server } = openDashboard({ firstSteps: all, tomorrow: tomorrow({ verdict: 'ready', email }) });
  await waitFor(() => expect(server.callsOf('firstSteps')).toHaveLength(1));
  await isGone();
});

test('is gone once hidden', async () => {
  const { user } = openDashboard();
  await user.click(await within(await card()).findByRole('button', { name: 'Hide' }));
  await isGone();
  expect(localStorage.getItem('wordrise.first-steps.hidden')).toBe('yes');
});

test('is neither shown nor fetched once it was hidden', async () => {
  localStorage.setItem('wordrise.first-steps.hidden', 'yes');
  const { server } = openDashboard();
  await screen.findByText('Total Words');
  await waitFor(() => expect(server.callsOf('overview')).toHaveLength(1));
  expect(server.callsOf('firstSteps')).toEqual([]);
  await isGone();
});

test('is left out when it cannot be loaded', async () => {
  const firstSteps = refuse(503, 'database.unreachable', 'The database is not responding.');
  const { server } = openDashboard({ firstSteps });
  await waitFor(() => expect(server.callsOf('firstSteps')).toHaveLength(1));
  await isGone();
});

test('today’s email is not tomorrow’s word', async () => {
  const email = {
    id: 1,
    wordId: 5,
    word: 'zephyr',
    scheduledDate: '2026-12-01T12:00:00.000Z',
    isDue: true,
    phoneticPronunciation: '',
    definition: '',
  };
  openDashboard({ tomorrow: tomorrow({ verdict: 'ready', day: '2026-12-01', isToday: true, email }) });
  const items = await within(await card()).findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toContain('Choose tomorrow’s wordChoose a word');
});

test.each([
  { why: 'is empty', words: [], step: 'Choose the next wordChoose a word' },
  { why: 'has its word', words: ['zephyr'], step: 'Choose the next wordDone' },
])(
  'before a rest day, the next word is that of the morning after it, which $why',
  async ({ words, step }) => {
    const day = (name: string, state: 'open' | 'day_off', on: readonly string[] = []) => ({
      day: name,
      sendTime: `${name}T12:00:00.000Z`,
      state,
      isLeftFree: false,
      emails: on.map((word) => ({
        id: 2,
        wordId: 5,
        word,
        definition: '',
        scheduledDate: `${name}T12:00:00.000Z`,
        status: 'pending' as const,
      })),
    });
    // A Friday, on which nothing went out yet.
    openDashboard({
      tomorrow: tomorrow({ day: '2026-12-04', isToday: true, isRestDayTomorrow: true }),
      calendarDays: {
        days: [
          day('2026-12-04', 'open'),
          day('2026-12-05', 'day_off'),
          day('2026-12-06', 'day_off'),
          day('2026-12-07', 'open', words),
        ],
        timezone: 'America/New_York',
      },
    });
    const items = within(await card());
    const item = (await items.findByText('Choose the next word')).closest('li');
    expect(item?.textContent).toBe(step);
    const links = within(item as HTMLElement).queryAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      words.length > 0 ? [] : ['/admin/schedule?new=2026-12-07'],
    );
  },
);

test('the sandbox for SMTP sends a word in a minute too, and it is read once it was opened', async () => {
  const { user } = openDashboard({
    system: { ...runningSystem, ...emailFacts.smtpSandbox },
    firstSteps: { ...facts, sent: true },
  });
  const texts = async () =>
    (await within(await card()).findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(await texts()).toContain('Send a word in one minuteDone');
  expect(await texts()).toContain('Read itOpen the outbox');
  await user.click(within(await card()).getByRole('link', { name: 'Open the outbox' }));
  await waitFor(() => expect(localStorage.getItem('wordrise.first-steps.read')).toBe('yes'));
});

test('with a real provider, the owner says that the email was read', async () => {
  const { user } = openDashboard({
    system: { ...runningSystem, ...emailFacts.smtp },
    firstSteps: { ...facts, sent: true },
  });
  const step = async () =>
    within(await card())
      .getByText('Read it in your own inbox')
      .closest('li');
  expect((await step())?.textContent).toBe('Read it in your own inboxI have read it');
  await user.click(within(await card()).getByRole('button', { name: 'I have read it' }));
  expect((await step())?.textContent).toBe('Read it in your own inboxDone');
});
