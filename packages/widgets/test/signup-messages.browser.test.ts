import { describe, expect, test } from 'vitest';
import { api, button, fillIn, openForm, withForm } from './signup-form.ts';

withForm();

describe('messages', () => {
  test.each([
    {
      why: 'an empty form',
      email: '',
      firstName: '',
      shown: ['Please enter a valid email address', 'First name is required'],
    },
    {
      why: 'half an address',
      email: 'ann@',
      firstName: 'Ann',
      shown: ['Please enter a valid email address'],
    },
    { why: 'a name of blanks', email: 'ann@example.com', firstName: '  ', shown: ['First name is required'] },
  ])('refuses $why without asking the server', async ({ email, firstName, shown }) => {
    const page = await openForm();
    await fillIn(page, email, firstName);
    await button(page).click();

    await page.locator('[part=error]').first().waitFor();
    expect(await page.locator('[part=error]').allTextContents()).toEqual(shown);
    expect(
      await page
        .locator('[aria-invalid]')
        .first()
        .evaluate((field) => field.matches(':focus')),
    ).toBe(true);
    expect(api.bodies).toEqual([]);
  });

  test.each([
    {
      why: 'an address without a dot',
      email: 'ann@example',
      firstName: 'Ann',
      field: 'Email',
      shown: 'Please enter a valid email address',
    },
    {
      why: 'an address with letters that no mail server of ours takes',
      email: 'jörg@schule.example',
      firstName: 'Jörg',
      field: 'Email',
      shown:
        'Addresses with letters other than a to z before the @ are not supported. Please use another address.',
    },
    {
      why: 'a name that is too long',
      email: 'ann@example.com',
      firstName: 'A'.repeat(101),
      field: 'First name',
      shown: 'First name must be at most 100 characters',
    },
  ])("shows the server's message about $why at its field", async ({ email, firstName, field, shown }) => {
    const page = await openForm();
    await fillIn(page, email, firstName);
    await button(page).click();

    await page.getByText(shown).waitFor();
    const input = page.getByLabel(field);
    expect(await input.getAttribute('aria-describedby')).toBe(await page.getByText(shown).getAttribute('id'));
    expect(await input.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await api.signups()).toEqual([]);

    await fillIn(page);
    await button(page).click();
    await page.getByText('Welcome to Wordrise!').waitFor();
  });

  const tooMany = { message: 'Too many requests. Please wait.', code: 'limit.too_many' as const };
  test.each([
    {
      why: 'a reason',
      refusal: {
        status: 503,
        body: { message: 'The database is unreachable.', code: 'database.unreachable' as const },
      },
      shown: 'The database is unreachable.',
    },
    {
      why: 'no reason',
      refusal: { status: 500, body: '<h1>Bad gateway</h1>' },
      shown: 'Please try again later.',
    },
    {
      why: 'nonsense',
      refusal: { status: 500, body: 'null' },
      shown: 'Please try again later.',
    },
    {
      why: 'a waiting time',
      refusal: { status: 429, headers: { 'Retry-After': '150' }, body: tooMany },
      shown: 'Too many signups from your network. Please try again in 3 min.',
    },
    {
      why: 'a limit without a time',
      refusal: { status: 429, body: tooMany },
      shown: 'Too many requests. Please wait.',
    },
    {
      why: "a proxy's limit",
      refusal: { status: 429, headers: { 'Retry-After': '1' }, body: 'slow down' },
      shown: 'Too many signups from your network. Please try again in 1 min.',
    },
  ])('shows a failure with $why, and keeps typed text', async ({ refusal, shown }) => {
    const page = await openForm();
    api.refuseWith(refusal);
    await fillIn(page);
    await button(page).click();

    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.locator('p').allTextContents()).toEqual(['Registration failed', shown]);
    expect(await page.getByLabel('Email').inputValue()).toBe('ann@example.com');
    expect(await button(page).textContent()).toBe('Sign Up');

    api.refuseWith(undefined);
    await button(page).click();
    await page.getByText('Welcome to Wordrise!').waitFor();
    expect(await api.signups()).toHaveLength(1);
  });

  test('says that the server is unreachable, keeps typed text and works when the connection is back', async () => {
    const page = await openForm();
    await fillIn(page);
    await page.context().setOffline(true);
    await button(page).click();

    await page.getByText('We could not reach the server. Please try again later.').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ann');

    await page.context().setOffline(false);
    await button(page).click();
    await page.getByText('Welcome to Wordrise!').waitFor();
  });

  test('shows progress, and cannot be submitted twice', async () => {
    const page = await openForm();
    await fillIn(page);
    let free = () => {};
    api.holdUntil(
      new Promise((resolve) => {
        free = resolve;
      }),
    );
    await button(page).click();
    await page.getByRole('button', { name: 'Signing Up...' }).waitFor();
    expect(await button(page).getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByRole('status').textContent()).toBe('Signing Up...');

    await button(page).click({ force: true });
    await page.getByLabel('Email').press('Enter');
    free();
    await page.getByText('Welcome to Wordrise!').waitFor();
    expect(api.bodies).toHaveLength(1);
  });
});
