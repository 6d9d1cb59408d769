import { expect, test } from 'vitest';
import { fakeServer, json, refuse, unreachable } from '../testing/fake-server.ts';
import { ApiError, createApi, NetworkError, urlOf } from './api.ts';
import { fieldErrorsOf, messageOf } from './failure.tsx';

test('fills in path and query, and leaves out empty values', () => {
  expect(urlOf('editWord', { params: { id: 7 } })).toBe('/api/admin/words/7');
  expect(urlOf('cancelSend', { params: { sendId: 'a/b' } })).toBe('/api/admin/schedule/icontact/a%2Fb');
  expect(urlOf('listWords', { query: { page: 2, search: 'a&b', letter: '' } })).toBe(
    '/api/admin/words?page=2&search=a%26b',
  );
});

test('sends JSON with the session and reads JSON', async () => {
  let init: RequestInit | undefined;
  const api = createApi({
    fetch: async (_url, given) => {
      init = given;
      return json({ user: { id: 1, username: 'admin' } });
    },
  });

  const answer = await api.call('login', { body: { username: 'admin', password: 'secret' } });

  expect(answer).toEqual({ user: { id: 1, username: 'admin' } });
  expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin', cache: 'no-cache' });
  expect(new Headers(init?.headers).get('Content-Type')).toBe('application/json');
  expect(init?.body).toBe('{"username":"admin","password":"secret"}');
});

test('sends a file with its own content type', async () => {
  const server = fakeServer({
    uploadWords: {
      message: '',
      added: 1,
      updated: 0,
      skipped: 0,
      refused: 0,
      errors: [],
      ignoredColumns: [],
    },
  });
  await createApi(server).call('uploadWords', {
    query: { onConflict: 'update' },
    raw: { body: 'word,definition\n', contentType: 'text/csv' },
  });
  const [call] = server.callsOf('uploadWords');
  expect(call?.body).toBe('word,definition\n');
  expect(call?.headers.get('Content-Type')).toBe('text/csv');
  expect(call?.search.get('onConflict')).toBe('update');
});

test('returns bare text, the form in which a template may arrive', async () => {
  const api = createApi({ fetch: async () => new Response('<p>{{word}}</p>') });
  expect(await api.call('getTemplate')).toBe('<p>{{word}}</p>');
});

test('throws what the server said', async () => {
  const server = fakeServer({
    addWord: refuse(409, 'word.exists', 'There is “petrichor” already.', { word: ['Exists'] }),
  });
  const body = {} as never;

  const error = await createApi(server)
    .call('addWord', { body })
    .catch((thrown: ApiError) => thrown);

  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 409,
    code: 'word.exists',
    serverMessage: 'There is “petrichor” already.',
    fields: { word: ['Exists'] },
    isJson: true,
  });
  expect(messageOf(error, 'Failed to add word')).toBe('There is “petrichor” already.');
  expect(fieldErrorsOf(error)).toEqual({ word: ['Exists'] });
});

test.each([
  { why: 'the body', body: 'Bad gateway, says the proxy', message: '502: Bad gateway, says the proxy' },
  { why: 'the status text where there is no body', body: '', message: '502: Upstream away' },
])('falls back to status and $why', async ({ body, message }) => {
  const api = createApi({
    fetch: async () => new Response(body, { status: 502, statusText: 'Upstream away' }),
  });
  const error = (await api.get('/api/admin/words').catch((thrown: unknown) => thrown)) as ApiError;
  expect(error.message).toBe(message);
  expect(error.isJson).toBe(false);
  expect(messageOf(error, 'Failed to fetch words')).toBe('Failed to fetch words');
});

test('shows the message of a code that this page does not know', async () => {
  const api = createApi({ fetch: async () => json({ message: 'Not on Sundays.', code: 'day.sunday' }, 409) });
  const error = (await api.get('/api/config').catch((thrown: unknown) => thrown)) as ApiError;
  expect(messageOf(error, 'no')).toBe('Not on Sundays.');
  expect(error.code).toBeUndefined();
});

test('distinguishes a server that cannot be reached from one that refuses', async () => {
  const error = await createApi({ fetch: unreachable })
    .call('currentUser')
    .catch((thrown: ApiError) => thrown);
  expect(error).toBeInstanceOf(NetworkError);
});
