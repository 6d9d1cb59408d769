import { screen, waitFor, within } from '@testing-library/react';
import { type FirstSteps, type OutboxEmail, sampleAddress } from '@wordrise/core/contract';
import { beforeEach, expect, test } from 'vitest';
import { overview } from '../../testing/builders.ts';
import {
  type Answers,
  type Call,
  emailFacts,
  held,
  refuse,
  runningSystem,
} from '../../testing/fake-server.ts';
import { framedEmail } from '../../testing/framed-email.ts';
import { renderApp } from '../../testing/render-app.tsx';

const email: OutboxEmail = {
  id: '20261202-ada',
  to: 'ada@example.com',
  subject: 'Wordrise: petrichor',
  deliveredAt: '2026-12-02T12:00:05.000Z',
  html: '<html><head></head><body><h1>petrichor</h1></body></html>',
  text: 'PETRICHOR\nthe smell of rain',
};
const { html: _, text: __, ...item } = email;
const other = { ...item, id: '20261201-ben', to: 'ben@example.com', subject: 'Wordrise: halcyon' };
const sandbox = { ...runningSystem, ...emailFacts.sandbox };

const steps: FirstSteps = {
  account: true,
  settings: true,
  missingSettings: [],
  words: true,
  reader: true,
  signedUp: false,
  unconfirmed: false,
  sent: false,
  template: true,
  embedded: true,
};

beforeEach(() => localStorage.clear());

function openOutbox(answers: Answers = {}, path = '/admin/outbox') {
  return renderApp({
    path,
    answers: {
      system: sandbox,
      listOutbox: { emails: [item, other], total: 2 },
      readOutbox: email,
      overview: overview({ next: null }),
      firstSteps: steps,
      ...answers,
    },
  });
}

const list = async () =>
  within(await screen.findByRole('navigation', { name: 'Delivered emails, newest first' }));

test('lists what was delivered, newest first', async () => {
  openOutbox();
  const links = (await list()).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    'Wordrise: petrichorada@example.comWed, Dec 2, 2026, 07:00',
    'Wordrise: halcyonben@example.comWed, Dec 2, 2026, 07:00',
  ]);
  expect(screen.getByText('Choose an email to read it')).toBeDefined();
  expect(screen.queryByText(/newest 2 of/)).toBeNull();
});

test('says how many more there are', async () => {
  openOutbox({ listOutbox: { emails: [item], total: 18_423 } });
  expect((await screen.findByText(/^The newest 1 of/)).textContent).toContain('18,423 emails');
});

test('opens an email: headers, HTML in a sandbox, text', async () => {
  const { user, place } = openOutbox();
  await user.click((await list()).getByRole('link', { name: /petrichor/ }));
  expect(place()).toBe('/admin/outbox?email=20261202-ada');

  const pane = within(await screen.findByRole('region', { name: 'Email' }));
  expect(await pane.findByRole('heading', { name: 'Wordrise: petrichor' })).toBeDefined();
  expect(pane.getByText('ada@example.com')).toBeDefined();
  expect(pane.getByText('Wednesday, December 2, 2026, 07:00 · New York')).toBeDefined();
  const frame = framedEmail(pane.getByTitle('Email: Wordrise: petrichor'));
  expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
  expect(frame.srcdoc).toContain('<h1>petrichor</h1>');

  await user.click(pane.getByRole('button', { name: 'Text' }));
  expect(pane.getByText(/smell of rain/).textContent).toBe('PETRICHOR\nthe smell of rain');
  expect(pane.queryByTitle('Email: Wordrise: petrichor')).toBeNull();
  await user.click(pane.getByRole('button', { name: 'HTML' }));
  expect(pane.getByTitle('Email: Wordrise: petrichor')).toBeDefined();

  await user.click(pane.getByRole('button', { name: 'All emails' }));
  expect(place()).toBe('/admin/outbox');
});

test('addresses in the text are links, and nothing else is', async () => {
  const text =
    'Confirm (https://words.example/confirm/1?a=b&c=d).\njavascript:alert(1) <b>\nhttps://sandbox.invalid/unsubscribe/5-7';
  const { user } = openOutbox({ readOutbox: { ...email, text } }, '/admin/outbox?email=20261202-ada');
  await user.click(await screen.findByRole('button', { name: 'Text' }));
  const pre = screen.getByText(/javascript:/);
  expect(pre.textContent).toBe(text);
  const links = within(pre).getAllByRole<HTMLAnchorElement>('link');
  expect(links.map((link) => [link.getAttribute('href'), link.target, link.rel])).toEqual([
    ['https://words.example/confirm/1?a=b&c=d', '_blank', 'noreferrer'],
    ['https://sandbox.invalid/unsubscribe/5-7', '_blank', 'noreferrer'],
  ]);
});

const unsubscribe = 'https://sandbox.invalid/unsubscribe/5-7';

test.each([
  {
    why: 'both made up',
    text: `x\n\n-- \nManage your subscription: ${unsubscribe}\nWordrise, ${sampleAddress}\n`,
    note: 'Links to sandbox.invalid lead nowhere: in a real email, iContact puts its own there. The postal address at the end is made up. Set yours',
  },
  {
    why: 'a made-up link alone, because the postal address is set',
    text: `x\n\n-- \nManage your subscription: ${unsubscribe}\nWordrise, 5 Real Road\n`,
    note: 'Links to sandbox.invalid lead nowhere: in a real email, iContact puts its own there.',
  },
  {
    why: 'a made-up address alone, where emails go out by SMTP',
    text: `x\n\n-- \nWordrise, ${sampleAddress}\n`,
    note: 'The postal address at the end is made up. Set yours',
  },
])('says what is not real: $why', async ({ text, note }) => {
  openOutbox({ readOutbox: { ...email, text } }, '/admin/outbox?email=20261202-ada');
  await screen.findByRole('button', { name: 'Text' });
  expect(screen.getByRole('note').textContent).toBe(note);
});

test('says nothing of an email without anything made up', async () => {
  openOutbox({}, '/admin/outbox?email=20261202-ada');
  await screen.findByRole('button', { name: 'Text' });
  expect(screen.queryByRole('note')).toBeNull();
});

test('an address with an email opens it', async () => {
  const { server } = openOutbox({}, '/admin/outbox?email=20261202-ada');
  expect(await screen.findByRole('heading', { name: 'Wordrise: petrichor' })).toBeDefined();
  expect(server.callsOf('readOutbox').map(({ path }: Call) => path)).toEqual([
    '/api/admin/outbox/20261202-ada',
  ]);
  const chosen = (await list()).getByRole('link', { current: true });
  expect(chosen.textContent).toContain('petrichor');
});

test('a missing email, with a link back', async () => {
  const { user, place } = openOutbox(
    { readOutbox: refuse(404, 'outbox.not_found', 'There is no such email in the outbox.') },
    '/admin/outbox?email=gone',
  );
  expect(await screen.findByText('This email is not in the outbox')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show all emails' }));
  expect(place()).toBe('/admin/outbox');
});

test('an email that is loading, and one that could not be opened', async () => {
  const answer = held(email);
  const { user, server } = openOutbox({ readOutbox: answer.answer }, '/admin/outbox?email=20261202-ada');
  expect(await screen.findByText('Loading the email')).toBeDefined();
  answer.release();
  await screen.findByRole('heading', { name: 'Wordrise: petrichor' });

  server.answer({ readOutbox: refuse(500, 'internal', 'Something went wrong on our side.') });
  await user.click((await list()).getByRole('link', { name: /halcyon/ }));
  expect(await screen.findByText('The email could not be opened')).toBeDefined();
  server.answer({ readOutbox: { ...email, ...other } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Wordrise: halcyon' })).toBeDefined();
});

test('empty in sandbox mode: how to get the first one', async () => {
  openOutbox({ listOutbox: { emails: [], total: 0 } });
  expect(await screen.findByText('Nothing has been delivered yet')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Schedule an email' }).getAttribute('href')).toBe(
    '/admin/schedule?new',
  );
  expect(screen.queryByText('A real email provider is on')).toBeNull();
});

test('empty while an email is due: it is on its way, and appears by itself', async () => {
  const scheduledDate = new Date(Date.now() + 50_000).toISOString();
  const next = { id: 4, word: 'zephyr', scheduledDate, status: 'pending' as const };
  const { server } = openOutbox({ listOutbox: { emails: [], total: 0 }, overview: overview({ next }) });
  expect(await screen.findByText('“zephyr” is on its way')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Schedule an email' })).toBeNull();
  server.answer({ listOutbox: { emails: [item], total: 1 } });
  await screen.findByRole('link', { name: /petrichor/ }, { timeout: 10_000 });
});

test.each([
  { sent: true, why: 'an email that is opened after a word was sent is read', mark: 'yes' },
  { sent: false, why: 'before that it is the confirmation of a signup', mark: null },
])('first steps: $why', async ({ sent, mark }) => {
  const { server } = openOutbox({ firstSteps: { ...steps, sent } }, '/admin/outbox?email=20261202-ada');
  await screen.findByRole('heading', { name: 'Wordrise: petrichor' });
  await waitFor(() => expect(server.callsOf('firstSteps')).toHaveLength(1));
  await waitFor(() => expect(localStorage.getItem('wordrise.first-steps.read')).toBe(mark));
});

test('with a real provider it says so, and earlier sandbox emails can still be read', async () => {
  openOutbox({ system: runningSystem });
  expect(await screen.findByText('A real email provider is on')).toBeDefined();
  expect((await list()).getAllByRole('link')).toHaveLength(2);
});

test('with a real provider and no emails', async () => {
  openOutbox({ system: runningSystem, listOutbox: { emails: [], total: 0 } });
  expect(await screen.findByText('The outbox is empty')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Schedule an email' })).toBeNull();
});

test('loading, failing, and trying again', async () => {
  const answer = held({ emails: [], total: 0 });
  const { user, server } = openOutbox({ listOutbox: answer.answer });
  expect(await screen.findByText('Loading the outbox')).toBeDefined();
  answer.release();
  await screen.findByText('Nothing has been delivered yet');

  server.answer({ listOutbox: refuse(503, 'database.unreachable', 'Away.') });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('The outbox could not be fetched')).toBeDefined();
  expect(screen.queryByText('Nothing has been delivered yet')).toBeNull();
  server.answer({ listOutbox: { emails: [item], total: 1 } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect((await list()).getAllByRole('link')).toHaveLength(1));
});
