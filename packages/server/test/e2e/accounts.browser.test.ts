import { expect, test } from 'vitest';
import { openSettled } from '../../../../test/browser.ts';
import { openPage, withChromium } from '../../../admin-ui/test/built-site.ts';
import { admin, callsOf, endSession, logIn, pathOf, theAdmin, theProduct, waitForToast } from './product.ts';

withChromium();

test('the admin account is created once, then the requested page opens', async () => {
  const { url } = await theProduct();
  const page = await openPage({ baseURL: url });
  await page.goto('/admin/words?letter=p');
  await page.waitForURL('/login?returnTo=/admin/words%3Fletter%3Dp');
  await page.getByText('There is no admin account yet').waitFor();
  await page.getByRole('link', { name: 'Create the admin account' }).click();
  await page.getByRole('heading', { name: 'Admin Setup' }).waitFor();

  await page.getByLabel('Username').fill(admin.username);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByLabel('Confirm Password').fill(`${admin.password}?`);
  await page.getByRole('button', { name: 'Create Admin Account' }).click();
  await page.getByText("Passwords don't match").waitFor();
  await page.getByLabel('Confirm Password').fill(admin.password);
  await page.getByRole('button', { name: 'Create Admin Account' }).click();
  await waitForToast(page, 'Admin account created');
  await page.waitForURL('/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.context().clearCookies();

  await page.goto('/admin/words?letter=p');
  await logIn(page);
  await waitForToast(page, 'Welcome back!');
  await page.getByRole('heading', { level: 2, name: 'petrichor' }).waitFor();
  expect(pathOf(page)).toBe('/admin/words?letter=p');

  await page.goto('/admin-setup');
  await page.getByText('Setup has already been completed').waitFor();
  expect(await page.getByLabel('Username').count()).toBe(0);
});

test('a return path to another site is not followed', async () => {
  const { url } = await theProduct();
  const page = await openPage({ baseURL: url });
  const call = callsOf(page.request, url);
  await call('setupAdmin', { body: admin });
  for (const evil of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/a.b',
  ]) {
    await page.goto(`/login?returnTo=${encodeURIComponent(evil)}`);
    await logIn(page);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(page.url()).toBe(`${url}/admin`);
    // Leave the dashboard first: it would notice the end of the session and open the login page on its own.
    await page.goto('about:blank');
    await call('logout');
  }
});

test('a wrong password shows an alert, and the next attempt can succeed', async () => {
  const { page, call } = await theAdmin();
  await call('logout');
  await page.goto('/login');
  await logIn(page, { ...admin, password: 'wrong' });
  await page.getByRole('alert').getByText('Invalid username or password').waitFor();
  await logIn(page);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
});

test('changing the password ends all other sessions, logging out ends this one', async () => {
  const { product, page } = await theAdmin();
  const elsewhere = await openPage({ baseURL: product.url });
  await callsOf(elsewhere.request, product.url)('login', { body: admin });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const change = async (current: string, next: string) => {
    await dialog.getByLabel('Current Password').fill(current);
    await dialog.getByLabel('New Password', { exact: true }).fill(next);
    await dialog.getByLabel('Confirm New Password').fill(next);
    await dialog.getByRole('button', { name: 'Change Password' }).click();
  };
  await change('not this one', 'a new and longer one');
  await dialog.getByText('Current password is incorrect').waitFor();
  expect(await dialog.getByRole('alert').count()).toBe(0);
  await change(admin.password, 'a new and longer one');
  await waitForToast(page, 'Password changed successfully!');
  await dialog.waitFor({ state: 'detached' });

  await elsewhere.goto('/admin');
  await elsewhere.waitForURL('/login?returnTo=/admin');
  await logIn(elsewhere);
  await elsewhere.getByRole('alert').getByText('Invalid username or password').waitFor();
  await logIn(elsewhere, { ...admin, password: 'a new and longer one' });
  await elsewhere.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/login');
  await page.goBack();
  await page.goto('/admin');
  await page.waitForURL('/login?returnTo=/admin');
});

test('work in progress survives a lost session', async () => {
  const { page } = await theAdmin();
  await page.goto('/admin/words?panel=add');
  await page.getByLabel('Word', { exact: true }).fill('petrification');
  await page.getByLabel('Pronunciation').fill('/ˌpetrɪfɪˈkeɪʃən/');
  await page.getByLabel('Part of speech').fill('noun');
  await page.getByLabel('Definition').fill('Turning to stone.');
  await page.getByLabel('Etymology').fill('From Latin petra, "rock".');
  await page.getByLabel('Example 1').fill('Petrification takes its time.');
  await page.getByLabel('Example 2').fill('He stood in petrification.');
  await page.getByLabel('Conversation tip').fill('For museums.');
  await endSession(page.locator('form').getByRole('button', { name: 'Add word' }));
  await logIn(page);
  await page.getByRole('heading', { level: 1, name: 'Words' }).waitFor();
  await expect.poll(() => page.getByLabel('Definition').inputValue()).toBe('Turning to stone.');
  await page.locator('form').getByRole('button', { name: 'Add word' }).click();
  await waitForToast(page, 'Word added successfully!');
});

test('logging out in one tab signs the other out too', async () => {
  const { page } = await theAdmin();
  const other = await page.context().newPage();
  await page.goto('/admin');
  // Nothing is running there that would notice on its own.
  await openSettled(other, '/admin/words');
  await other.getByRole('heading', { level: 1, name: 'Words' }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/login');

  await other.getByRole('button', { name: 'P', exact: true }).click();
  await other.waitForURL('/login?returnTo=/admin/words%3Fletter%3Dp');
});
