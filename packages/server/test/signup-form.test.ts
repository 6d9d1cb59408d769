import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { startTestServer, type TestServerOptions } from './start-test-server.ts';

const ada = { email: 'ada@example.com', firstName: 'Ada' };
const own = 'http://words.test';
const blog = 'https://blog.example';

async function givenForm(options: TestServerOptions = {}) {
  const server = await startTestServer(options);
  /** Posts a form as a browser without scripts does, and follows nothing. */
  const post = (
    fields: Record<string, string> | FormData,
    headers: Record<string, string> = { Origin: own },
  ) =>
    fetch(`${server.url}/api/register`, {
      method: 'POST',
      body: fields instanceof FormData ? fields : new URLSearchParams(fields),
      headers,
      redirect: 'manual',
    });
  const readers = async () => (await server.wordrise.readers.list({ page: 1, limit: 10 })).readers;
  return { ...server, post, readers };
}

/** What the page with the form was drawn from. */
async function shown(response: Response) {
  const html = await response.text();
  expect(html).toContain('<title>sign up</title>');
  return JSON.parse(html.slice(html.indexOf('{')));
}

describe.each(databaseKinds)('a form without scripts, on %s', (kind) => {
  test('signs up, and the answer leads to a page that says what happens next', async () => {
    const { post, readers, url } = await givenForm({ kind });
    const answer = await post({ ...ada, favoriteWord: 'petrichor', website: '' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/signed-up']);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await readers()).toMatchObject([{ ...ada, favoriteWord: 'petrichor', source: own }]);
    const page = await fetch(`${url}/signed-up`);
    expect(await page.text()).toContain('Welcome to Wordrise!');
    const again = await post({ ...ada, firstName: 'Someone else' });
    expect([again.status, again.headers.get('Location')]).toEqual([303, '/signed-up']);
    expect(await readers()).toHaveLength(1);
  });

  test('asks for what is missing, on a page with what was entered', async () => {
    const { post, readers } = await givenForm({ kind });
    const answer = await post({ email: 'ada@', firstName: ' ', favoriteWord: 'dusk' });
    expect(answer.status).toBe(400);
    expect(await shown(answer)).toEqual({
      values: { email: 'ada@', firstName: ' ', favoriteWord: 'dusk' },
      hidden: {},
      problems: { email: 'Please enter a valid email address', firstName: 'First name is required' },
    });
    expect(await readers()).toEqual([]);
  });
});

test('says why an address with other letters is refused', async () => {
  const { post, readers } = await givenForm();
  const problem =
    'Addresses with letters other than a to z before the @ are not supported. Please use another address.';
  const answer = await shown(await post({ email: 'jörg@schule.example', firstName: 'Jörg' }));
  expect(answer.problems).toEqual({ email: problem });
  expect(await readers()).toEqual([]);
});

test('says to confirm first while readers confirm', async () => {
  const { post, url, ok } = await givenForm({ env: { EMAIL_PROVIDER: 'smtp-sandbox' } });
  expect((await post(ada)).headers.get('Location')).toBe('/signed-up/confirm');
  const next = await (await fetch(`${url}/signed-up/confirm`)).text();
  expect(next).toContain('Almost done!');
  expect(next).toContain('look in your spam folder');
  expect(await ok('register', { body: ada })).toEqual({
    message: 'Almost done! Check your inbox and click the link to confirm.',
    confirmFirst: true,
  });
});

test('stores the time zone that a script put into the form, and asks for none', async () => {
  const { post, wordrise } = await givenForm({ env: { EMAIL_PROVIDER: 'smtp-sandbox' } });
  const zoneOf = async ({ email }: typeof ada) =>
    (await wordrise.readers.describe(email)).preferences.timezone;
  const grace = { ...ada, email: 'grace@example.com' };
  expect((await post({ ...ada, timezone: 'Europe/Berlin' })).status).toBe(303);
  expect(await zoneOf(ada)).toBe('Europe/Berlin');
  expect((await post({ ...grace, timezone: '' })).status).toBe(303);
  expect(await zoneOf(grace)).toBeNull();
});

test.each([{ LOCAL_TIMES: 'off', EMAIL_PROVIDER: 'smtp-sandbox' }, { EMAIL_PROVIDER: 'sandbox' }])(
  'stores no time zone where everyone gets the emails at the same time (%j)',
  async (env) => {
    const { post, wordrise, ok } = await givenForm({ env });
    expect((await post({ ...ada, timezone: 'Asia/Tokyo' })).status).toBe(303);
    expect((await wordrise.readers.describe(ada.email)).preferences.timezone).toBeNull();
    const query = { timezone: 'Asia/Tokyo' };
    expect(await ok('firstWord', { query })).toEqual(await ok('firstWord'));
  },
);

test('says when the first word comes where the visitor is', async () => {
  const { ok } = await givenForm({ env: { EMAIL_PROVIDER: 'smtp-sandbox' } });
  const query = { timezone: 'asia/tokyo' };
  expect(await ok('firstWord', { query })).toMatchObject({ timezone: 'Asia/Tokyo' });
  const unknown = await ok('firstWord', { query: { timezone: 'Mars/Olympus' } });
  expect(unknown).toEqual(await ok('firstWord'));
});

test('keeps the campaign and what the form said, also when it is shown again', async () => {
  const { post, wordrise, ok, signIn, url } = await givenForm();
  const said = { campaign: ' spring \n2026 ', consent: 'I agree. [Privacy](https://blog.example/privacy)' };
  const again = await shown(await post({ ...ada, ...said, email: 'ada@' }));
  expect(again.campaign.split(/\s+/)).toEqual(['', 'spring', '2026', '']);
  expect((await post({ ...ada, ...said })).status).toBe(303);
  const long = { campaign: 'x'.repeat(500), consent: 'y'.repeat(5000) };
  expect((await post({ ...ada, ...long, email: 'grace@example.com' })).status).toBe(303);
  expect((await post({ ...ada, email: 'edith@example.com' })).status).toBe(303);
  const { version, text } = await wordrise.privacy.version();
  expect(await wordrise.readers.describe(ada.email)).toMatchObject({
    campaign: 'spring 2026',
    consent: said.consent,
    privacy: { version, text },
  });
  const grace = await wordrise.readers.describe('grace@example.com');
  expect([grace.campaign?.length, grace.consent?.length]).toEqual([100, 1000]);
  expect(await wordrise.readers.describe('edith@example.com')).toMatchObject({
    campaign: null,
    consent: null,
    privacy: { version },
  });
  await signIn();
  const found = await ok('listSignups', { query: { campaign: 'spring 2026' } });
  expect(found).toMatchObject({ total: 1, readers: [{ email: ada.email, campaign: 'spring 2026' }] });
  expect((await ok('listSignups', { query: { campaign: 'spring' } })).total).toBe(0);
  const file = await (await fetch(`${url}/`)).text();
  expect(file).not.toContain('campaign');
});

test.each([
  { query: '?campaign=spring', campaign: 'spring' },
  { query: '?utm_source=x&utm_campaign=summer%0A+sale', campaign: 'summer sale' },
  { query: '?campaign=&utm_campaign=summer', campaign: 'summer' },
  { query: `?campaign=${'x'.repeat(200)}`, campaign: 'x'.repeat(100) },
  { query: '?campaign=%20', campaign: undefined },
  { query: '?utm_source=x', campaign: undefined },
])('the landing page hands on the campaign of $query', async ({ query, campaign }) => {
  const { url } = await givenForm();
  const page = await fetch(`${url}/${query}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  if (campaign === undefined) expect(html).toBe('<!doctype html><title>landing</title>');
  else expect(html).toContain(JSON.stringify({ campaign }));
});

test('takes the form as multipart too, without its files', async () => {
  const { post, readers } = await givenForm();
  const form = new FormData();
  for (const [name, value] of Object.entries(ada)) form.set(name, value);
  form.set('picture', new Blob(['x']), 'picture.png');
  expect((await post(form)).status).toBe(303);
  expect(await readers()).toMatchObject([ada]);
});

test.each([
  { why: 'a broken form', type: 'multipart/form-data', body: 'nonsense', status: 400 },
  {
    why: 'a large form',
    type: 'application/x-www-form-urlencoded',
    body: `email=${'x'.repeat(20_000)}`,
    status: 413,
  },
])('answers $why with a page', async ({ type, body, status }) => {
  const { url } = await givenForm();
  const headers = { Origin: own, 'Content-Type': type };
  const answer = await fetch(`${url}/api/register`, { method: 'POST', headers, body });
  expect(answer.status).toBe(status);
  expect((await shown(answer)).problem).toMatch(/^[A-Z]/);
});

test('is limited like every signup, and a robot that fills in the hidden field gets the usual page', async () => {
  const { post, readers } = await givenForm({
    overrides: { limits: { signupPerAddress: { points: 1, seconds: 600 } } },
  });
  expect((await post({ ...ada, website: 'https://spam.example' })).status).toBe(303);
  const limited = await post(ada);
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await shown(limited)).toMatchObject({ values: ada, problem: expect.stringContaining('Too many') });
  expect(await readers()).toEqual([]);
});

describe('on another site', () => {
  test('works if the site is allowed, and the admin sees the others', async () => {
    const { post, readers, ok, signIn } = await givenForm({ env: { WIDGET_ORIGINS: blog } });
    expect((await post(ada, { Origin: blog })).status).toBe(303);
    expect(await readers()).toMatchObject([{ source: blog }]);
    const stranger = await post({ ...ada, email: 'eve@example.com' }, { Origin: 'https://shop.example' });
    expect(stranger.status).toBe(403);
    // The page has the form: the visitor goes on there with what is typed already, and the owner reads what to do.
    expect(await shown(stranger)).toEqual({
      values: { email: 'eve@example.com', firstName: 'Ada' },
      hidden: {},
      problems: {},
      problem:
        'The form on shop.example is not connected yet, but you can sign up here. If the site is yours, allow it in the admin area: “Settings”, “Embed the form”.',
      texts: { failedTitle: 'Please sign up here' },
    });
    expect(await readers()).toHaveLength(1);
    await signIn();
    expect((await ok('listOrigins')).refused).toMatchObject([{ origin: 'https://shop.example' }]);
  });

  test.each([undefined, 'null'])('works from a page that hides its origin (%s)', async (origin) => {
    const { post, readers } = await givenForm();
    expect((await post(ada, origin ? { Origin: origin } : {})).status).toBe(303);
    expect(await readers()).toMatchObject([{ source: null }]);
  });

  test.each([
    { redirect: `${blog}/thanks?a=1`, from: blog, allowed: blog, leads: true },
    { redirect: `${own}/archive`, from: own, allowed: '', leads: true },
    { redirect: `${blog}/thanks`, from: blog, allowed: '*', leads: true },
    { redirect: 'https://evil.example/', from: blog, allowed: '*', leads: false },
    { redirect: 'https://evil.example/', from: blog, allowed: blog, leads: false },
    { redirect: `${blog}.evil.example/`, from: blog, allowed: blog, leads: false },
    { redirect: `https://blog.example@evil.example/`, from: blog, allowed: blog, leads: false },
    { redirect: '//evil.example', from: blog, allowed: blog, leads: false },
    { redirect: 'javascript:alert(1)', from: blog, allowed: blog, leads: false },
    { redirect: `${blog}/\r\nSet-Cookie: a=b`, from: blog, allowed: blog, leads: false },
  ])('with $allowed allowed, a form on $from that wants to lead to $redirect: $leads', async (one) => {
    const { post } = await givenForm({ env: { WIDGET_ORIGINS: one.allowed } });
    const answer = await post({ ...ada, redirect: one.redirect }, { Origin: one.from });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe(one.leads ? one.redirect : '/signed-up');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('a form that is shown again may still lead to its site', async () => {
    const { post } = await givenForm({ env: { WIDGET_ORIGINS: blog } });
    const answer = await post({ email: '', redirect: `${blog}/thanks` }, { Origin: blog });
    expect(answer.headers.get('Content-Security-Policy')).toContain(`form-action 'self' ${blog};`);
    expect((await shown(answer)).hidden).toEqual({ redirect: `${blog}/thanks` });
  });
});

describe('the first name', () => {
  test.each([
    { mode: 'required', given: '', stored: undefined },
    { mode: 'optional', given: '', stored: '' },
    { mode: 'optional', given: 'Ada', stored: 'Ada' },
    { mode: 'off', given: 'Ada', stored: '' },
  ])('is $mode: "$given" is stored as "$stored"', async ({ mode, given, stored }) => {
    const { post, readers, ok, call } = await givenForm({ env: { FIRST_NAME: mode } });
    expect((await ok('config')).firstName).toBe(mode);
    const expected = stored === undefined ? [] : [{ email: ada.email, firstName: stored }];
    expect((await post({ ...ada, firstName: given })).status).toBe(stored === undefined ? 400 : 303);
    expect(await readers()).toMatchObject(expected);
    const json = await call('register', { body: { email: ada.email, firstName: given } });
    expect(json.status).toBe(stored === undefined ? 400 : 201);
  });

  test('may be left out of the call', async () => {
    const { ok, readers } = await givenForm({ env: { FIRST_NAME: 'optional' } });
    await ok('register', { body: { email: ada.email } });
    expect(await readers()).toMatchObject([{ email: ada.email, firstName: '' }]);
  });
});
