import type { FirstWord } from '@wordrise/core/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { showWelcome } from './landing-signup.ts';

const planned: FirstWord = {
  at: '2026-11-24T12:00:00.000Z',
  isPlanned: true,
  timezone: 'America/New_York',
  confirmFirst: false,
  from: null,
};

const pendingLines =
  '<p>You entered <strong></strong>.</p><p><a href="/#signup">Wrong address? Start again</a></p><p>Look in your spam folder.</p>';

/** @param address What was typed, if a confirmation follows. */
async function welcome(answer: FirstWord | undefined, address?: string) {
  const response = answer ? Response.json(answer) : new Response('', { status: 503 });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => response),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const target = new EventTarget();
  const div = () => document.createElement('div');
  const [sheet, form, details, toasts] = [div(), div(), div(), div()];
  const pending = document.createElement('template');
  pending.innerHTML = pendingLines;
  form.innerHTML = '<form><input name="email" /></form>';
  showWelcome(target, { sheet, form, details, pending, toasts });
  const [field] = form.getElementsByTagName('input');
  if (field && address) field.value = address;
  field?.form?.dispatchEvent(new Event('submit', { bubbles: true }));
  const detail = { message: '', confirmFirst: address !== undefined };
  target.dispatchEvent(new CustomEvent('wordrise:success', { detail }));
  await vi.waitFor(() => expect(response.bodyUsed || !response.ok).toBe(true));
  return { sheet, details, said: () => [...details.children].map((line) => line.textContent) };
}

test('says when the first word arrives, in the visitor’s own time', async () => {
  const { said, details, sheet } = await welcome(planned);
  await vi.waitFor(() => expect(said()).toHaveLength(2));
  expect(said()[0]).toMatch(/^Your first word arrives Tuesday, November 24 at \d+:00 [AP]M .+\.$/);
  expect(said()[1]).toBe(
    'When your first word arrives, add the sender to your contacts so it doesn’t land in spam.',
  );
  expect(details.querySelector('strong')?.textContent).toContain('November 24');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(fetch).toHaveBeenCalledWith(`/api/first-word?timezone=${encodeURIComponent(timeZone)}`);
  expect(sheet.dataset.welcome).toBe('');
});

test('says what follows the confirmation, and names the sender as text', async () => {
  const { said, details } = await welcome({ ...planned, confirmFirst: true, from: '<b>@example.com' });
  await vi.waitFor(() => expect(said()).toHaveLength(2));
  // The form above has asked to confirm.
  expect(said()[0]).toMatch(/^Then your first word arrives /);
  expect(said()[1]).toBe('Add <b>@example.com to your contacts so our emails don’t land in spam.');
  expect(details.querySelector('b')).toBeNull();
});

test('names the address that was entered, so that a typo can be noticed, and where to look', async () => {
  const { said, details } = await welcome({ ...planned, confirmFirst: true }, ' <i>ann*@gmial.com ');
  await vi.waitFor(() => expect(said()).toHaveLength(5));
  expect(said().slice(0, 4)).toEqual([
    'You entered <i>ann*@gmial.com.',
    'Wrong address? Start again',
    'Look in your spam folder.',
    expect.stringMatching(/^Then your first word arrives /),
  ]);
  expect(details.querySelector('i')).toBeNull();
});

test('promises no day if none is planned', async () => {
  const { said } = await welcome({ ...planned, isPlanned: false });
  await vi.waitFor(() => expect(said()).toHaveLength(2));
  expect(said()[0]).toMatch(/^Words usually go out at \d+:00 [AP]M .+\.$/);
});

test.each([
  { why: 'there is no time', answer: { ...planned, at: null, isPlanned: false }, lines: 1 },
  { why: 'the server does not say', answer: undefined, lines: 0 },
])('still shows the sunrise if $why', async ({ answer, lines }) => {
  const { said, sheet } = await welcome(answer);
  await vi.waitFor(() => expect(said()).toHaveLength(lines));
  expect(sheet.dataset.welcome).toBe('');
});
