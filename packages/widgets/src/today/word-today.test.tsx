import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { TodayAnswer } from '@wordrise/core/contract';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../test/local-server.ts';
import { WordToday } from './word-today.tsx';

afterEach(cleanup);

const word: NonNullable<TodayAnswer['word']> = {
  word: 'petrichor',
  phoneticPronunciation: '/ˈpetrɪˌkɔr/',
  respelling: 'PET-rih-kor',
  partOfSpeech: 'noun',
  definition: 'The smell of rain.',
  etymology: '',
  example1: 'Petrichor everywhere.',
  example2: '',
  conversationTip: '',
  quotation: '',
  quotationAuthor: '',
  quotationWork: '',
  quotationYear: '',
  quotationUrl: '',
  url: 'https://words.example.com/words/petrichor',
  day: '2026-11-22',
  sentAt: '2026-11-22T12:00:00.000Z',
};
const site = { productName: 'Wordrise', signupUrl: 'https://words.example.com/#signup' };

async function givenApi(answer: TodayAnswer | undefined) {
  const requests: string[] = [];
  const server = await startServer((request, response) => {
    requests.push(`${request.url}`);
    const headers = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' };
    response.writeHead(answer ? 200 : 503, headers).end(JSON.stringify(answer ?? {}));
  });
  onTestFinished(server.close);
  return { url: server.url, requests };
}

test('shows the word with links to its page and to the form', async () => {
  const { url } = await givenApi({ ...site, word });
  render(<WordToday apiUrl={`${url}/`} />, { wrapper: StrictMode });
  const region = screen.getByRole('region', { name: 'Word of the day' });
  expect(region.getAttribute('aria-busy')).toBe('true');
  expect(await screen.findByText('petrichor')).toBeTruthy();
  expect(region.getAttribute('aria-busy')).toBe('false');
  expect(region.textContent).toContain('/ˈpetrɪˌkɔr/ · PET-rih-kor · noun');
  expect(screen.getByText('Petrichor everywhere.')).toBeTruthy();
  expect(screen.getByText('More about this word').getAttribute('href')).toBe(word.url);
  expect(screen.getByText('Get a word each morning').getAttribute('href')).toBe(site.signupUrl);
});

test('says so before the first word', async () => {
  const { url } = await givenApi({ ...site, word: null });
  render(<WordToday apiUrl={url} texts={{ empty: 'Soon.' }} />);
  expect(await screen.findByText('Soon.')).toBeTruthy();
  expect(screen.queryByText('More about this word')).toBeNull();
});

test('draws nothing while Wordrise cannot be reached', async () => {
  const { url, requests } = await givenApi(undefined);
  const { container } = render(<WordToday apiUrl={url} />);
  await waitFor(() => expect(container.childElementCount).toBe(0));
  expect(requests).toEqual(['/api/today']);
});

test('given an answer, it requests nothing and renders on a server', async () => {
  const { url, requests } = await givenApi(undefined);
  const today = { ...site, word };
  render(<WordToday apiUrl={url} today={today} />);
  expect(screen.getByText('petrichor')).toBeTruthy();
  expect(requests).toEqual([]);
  expect(renderToString(<WordToday today={today} />)).toContain('The smell of rain.');
});

test('a link that runs a script is not shown as a link', () => {
  render(<WordToday today={{ ...site, word: { ...word, url: 'javascript:alert(1)' } }} />);
  expect(screen.getByText('More about this word').hasAttribute('href')).toBe(false);
});
