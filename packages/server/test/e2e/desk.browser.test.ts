import { type WordView, wordTexts } from '@wordrise/core/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { aWord } from '../../../../test/words.ts';
import { openPage, withChromium } from '../../../admin-ui/test/built-site.ts';
import { startServer } from '../../../widgets/test/local-server.ts';
import { addDays, monthAndDay, planned, scheduleWord, shortDay } from './mornings.ts';
import {
  type Call,
  type Product,
  startProductWithAdmin,
  theAdmin,
  theProduct,
  waitForToast,
} from './product.ts';

withChromium();

let product: Product;
beforeAll(async () => {
  product = await startProductWithAdmin();
});
afterAll(() => product?.stop());

/** The days of the week after this one, Sunday first, as `YYYY-MM-DD`. */
async function nextWeek(call: Call): Promise<string[]> {
  const { days } = await call('calendarDays');
  const firstOpen = days.find(({ state }) => state !== 'past')?.day ?? '';
  const toSunday = 7 - new Date(`${firstOpen}T12:00Z`).getUTCDay();
  return Array.from({ length: 7 }, (_, at) => addDays(firstOpen, toSunday + at));
}

test('in the calendar a word is dragged to a gap, changes places by keyboard and by dragging, and a gap is filled by a click', async () => {
  const { page, call } = await theAdmin({}, product);
  const [, mon = '', tue = '', wed = '', thu = ''] = await nextWeek(call);
  await scheduleWord(call, 'petrichor', mon);
  await scheduleWord(call, 'affable', wed);
  await page.goto('/admin/schedule');
  const calendar = page.getByRole('region', { name: 'Calendar' });

  const gap = (day: string) => calendar.getByRole('button', { name: `${shortDay(day)}: no word. Fill it` });
  const move = (day: string, word: string) =>
    calendar.getByRole('button', { name: `${shortDay(day)}, ${word}. Move` });
  await move(mon, 'petrichor').dragTo(gap(tue));
  await waitForToast(page, `“petrichor” goes out on ${monthAndDay(tue)}`);
  expect(await planned(call)).toEqual({ [tue]: 'petrichor', [wed]: 'affable' });

  await move(tue, 'petrichor').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => planned(call)).toEqual({ [tue]: 'affable', [wed]: 'petrichor' });

  await move(wed, 'petrichor').dragTo(move(tue, 'affable'));
  await expect.poll(() => planned(call)).toEqual({ [tue]: 'petrichor', [wed]: 'affable' });
  await waitForToast(page, `“affable” goes out on ${monthAndDay(wed)}.`);

  await gap(thu).click();
  await expect.poll(async () => Object.keys(await planned(call))).toContain(thu);
});

test('the time is changed, and an edit gives the email that waits the new text', async () => {
  const { page, call } = await theAdmin({}, product);
  const before = (await call('listSchedule')).find(({ words }) => words.word === 'affable');
  const id = before?.scheduled_emails.id;
  const word = before?.words.word ?? '';
  const day = before?.scheduled_emails.scheduledDate.slice(0, 10);
  await page.goto('/admin/schedule');
  await page.getByRole('button', { name: new RegExp(`^Change time of ${word}`) }).click();
  await page.getByLabel('New date & time').fill(`${day}T08:30`);
  await page.getByRole('dialog').getByRole('button', { name: 'Change time' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const find = async () =>
    (await call('listSchedule')).find(({ scheduled_emails }) => scheduled_emails.id === id)?.scheduled_emails;
  const moved = await find();
  expect(moved?.scheduledDate).not.toBe(before?.scheduled_emails.scheduledDate);
  expect(moved?.sendId).not.toBe(before?.scheduled_emails.sendId);

  await page.goto(`/admin/words?panel=edit-${before?.words.id}`);
  await page
    .getByText(/^Goes out /)
    .first()
    .waitFor();
  await page.getByLabel('Conversation tip').fill('Say it once a week.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await waitForToast(page, 'Word updated successfully!');
  const updated = await find();
  expect(updated?.sendId).not.toBe(moved?.sendId);
  expect(updated?.hasOlderText).toBeUndefined();

  const words = before?.words as WordView;
  await call('editWord', {
    params: { id: words.id },
    body: { ...wordTexts(words), conversationTip: 'Say it twice a week.' },
  });
  await page.goto('/admin/schedule');
  await page.getByText('Older text').waitFor();
  await page.getByRole('button', { name: new RegExp(`^Update text of ${word}`) }).click();
  await waitForToast(page, 'The email was updated');
  await page.getByText('Older text').waitFor({ state: 'detached' });
  expect((await find())?.sendId).not.toBe(updated?.sendId);
});

test('a variable that does not exist is saved only by a second click, and the warning leads to its line', async () => {
  const { page, call } = await theAdmin({}, product);
  await page.goto('/admin/templates');
  const html = page.getByLabel('HTML template');
  await html.fill('<p>{{word}}</p>\n<p>{{wrod}}</p>');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await waitForToast(page, 'Not saved yet');
  expect((await call('getTemplate')).template).not.toContain('wrod');
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await waitForToast(page, 'Saved, with 1 warning');
  expect((await call('getTemplate')).template).toContain('wrod');
  await waitForToast(page, /3 emails, .+ have the new text/);
  await page.getByRole('button', { name: 'show line 2' }).click();
  const selected = await html.evaluate((element: HTMLTextAreaElement) =>
    element.value.slice(element.selectionStart, element.selectionEnd),
  );
  expect(selected).toContain('{{wrod}}');
});

test('the autopilot is turned on, and the first steps and the verdict follow what is done', async () => {
  const { page, call } = await theAdmin({}, product);
  await page.goto('/admin');
  const steps = page.getByRole('region', { name: 'First steps' });
  const done = steps.getByRole('listitem').filter({ hasText: 'Done' });
  await done.getByText('Create the admin account').waitFor();
  expect(await done.getByText('Sign up as a reader').count()).toBe(0);
  await call('register', { body: { email: 'reader@example.com', firstName: 'Reader' } });
  await page.reload();
  await steps.getByRole('button', { name: 'Send one now' }).click();
  await waitForToast(page, / goes out in one minute$/);

  await page.goto('/admin/schedule');
  const autopilot = page.getByRole('region', { name: /^Autopilot/ });
  await autopilot.getByRole('button', { name: 'Settings' }).click();
  await autopilot.getByLabel('Mornings ahead').fill('3');
  await autopilot.getByRole('button', { name: 'Turn on' }).click();
  await autopilot.getByText('Keeps the next 3 mornings filled').waitFor();
  await product.cli('process');

  expect((await call('tomorrow')).verdict).toBe('ready');
  await page.goto('/admin');
  const hero = page.getByRole('region', { name: 'Next email' });
  await hero.getByText('Ready', { exact: true }).waitFor();
  // The minute of the first one may end at any time, and then the next email is another one.
  const isShown = async () => {
    const { email } = await call('tomorrow');
    return hero.getByText(email?.word ?? '', { exact: true }).isVisible();
  };
  await expect.poll(isShown).toBe(true);
  await done.getByText('Sign up as a reader').waitFor();
});

test('the form on a site that is not allowed leads here, and one click of the admin allows the site', async () => {
  const { page } = await theAdmin({}, product);
  const form = `<!doctype html><script src="${product.url}/widgets.js"></script><wordrise-signup></wordrise-signup>`;
  const blog = await startServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(form);
  });
  onTestFinished(blog.close);
  const visitor = await openPage({ baseURL: blog.url });
  async function signUp() {
    await visitor.goto('/');
    await visitor.getByLabel('Email').fill('blog@example.com');
    await visitor.getByLabel('First name').fill('Blog');
    await visitor.getByRole('button', { name: 'Sign Up' }).click();
  }
  await signUp();
  const link = visitor.getByRole('link', { name: 'Sign up on our page' });
  await link.click();
  await visitor.waitForURL((url) => url.origin === product.url);
  await visitor.getByRole('textbox', { name: 'Email' }).waitFor();

  await page.goto('/admin/embed');
  const allow = page.getByRole('button', { name: new RegExp(`^Allow .*:${new URL(blog.url).port}$`) });
  await allow.click();
  await allow.waitFor({ state: 'detached' });
  await signUp();
  await visitor.getByText('Welcome to Wordrise!').waitFor();
});

test('while the email provider is down, what is scheduled is kept, and every page says so', async () => {
  const credentials = [
    'APP_ID',
    'API_USERNAME',
    'API_PASSWORD',
    'ACCOUNT_ID',
    'CLIENT_FOLDER_ID',
    'LIST_ID',
    'CAMPAIGN_ID',
  ];
  const { page, call } = await theAdmin(
    {},
    await theProduct({
      EMAIL_PROVIDER: 'icontact',
      // Nothing listens there.
      ICONTACT_API_URL: 'http://127.0.0.1:1/icp',
      ...Object.fromEntries(credentials.map((name) => [`ICONTACT_${name}`, '1'])),
    }),
  );
  await call('addWord', { body: aWord({ word: 'zurf' }) });
  await page.goto('/admin/schedule?new=');
  await page.getByRole('status', { name: 'Email provider' }).waitFor();
  await page.getByRole('button', { name: 'Select zurf' }).click();
  const form = page.getByRole('region', { name: 'Schedule New Email' });
  await form.getByRole('button', { name: 'Schedule Email' }).click();
  await waitForToast(page, 'Saved. It will be sent to the email provider as soon as it responds.');
  expect((await call('listSchedule')).map(({ scheduled_emails }) => scheduled_emails.status)).toEqual([
    'pending',
  ]);
  await page.goto('/admin/tech-specs');
  await page.getByRole('status', { name: 'Email provider' }).waitFor();
});
