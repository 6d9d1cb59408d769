import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FakeAnswer, sampleAnswers } from './sample-answers.testing.ts';

export interface FakeMerriamWebster {
  /** For `apiUrl`. */
  url: string;
  apiKey: string;
  /** The words of all queries in order, including those with a wrong key. */
  asked: string[];
  /** Queries waiting for an answer: now, and the most so far. */
  underWay: { now: number; most: number };
  answer(word: string, answer: FakeAnswer): void;
  /** Gives every word this answer from this point; `undefined` goes back to normal. */
  answerAll(answer: FakeAnswer | undefined): void;
  /** Holds back the answers to a word. `arrived` resolves when a query for it has arrived. */
  hold(word: string): { arrived: Promise<void>; release: () => void };
  close(): Promise<void>;
}

export interface FakeMerriamWebsterOptions {
  apiKey?: string;
  answers?: Record<string, FakeAnswer>;
}

interface Hold {
  arrive: () => void;
  released: Promise<void>;
}

/**
 * A local stand-in for Merriam-Webster's Collegiate API on a free port, with the same behavior: every answer has status
 * 200, error messages are plain text, and unknown words get a list of suggestions or `[]`. It knows the words of
 * `sampleAnswers`.
 */
export async function startFakeMerriamWebster(
  options: FakeMerriamWebsterOptions = {},
): Promise<FakeMerriamWebster> {
  const { apiKey = '0c0ffee0-0000-4000-8000-000000000000' } = options;
  const answers = new Map(Object.entries({ ...sampleAnswers, ...options.answers }));
  const holds = new Map<string, Hold>();
  const asked: string[] = [];
  const underWay = { now: 0, most: 0 };
  let forAll: FakeAnswer | undefined;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const word = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1));
    asked.push(word);
    underWay.now++;
    underWay.most = Math.max(underWay.most, underWay.now);
    response.once('close', () => underWay.now--);
    const held = holds.get(word);
    held?.arrive();
    await held?.released;
    write(response, forAll ?? complaint(searchParams.get('key')) ?? answers.get(word) ?? { json: [] });
  }

  function complaint(key: string | null): FakeAnswer | undefined {
    if (!key) return { text: 'Key is required.' };
    return key === apiKey ? undefined : { text: 'Invalid API key. Not subscribed for this reference.' };
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/api/v3/references/collegiate/json`,
    apiKey,
    asked,
    underWay,
    answer(word, answer) {
      answers.set(word, answer);
    },
    answerAll(answer) {
      forAll = answer;
    },
    hold(word) {
      const arrival = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      holds.set(word, { arrive: arrival.resolve, released: release.promise });
      return { arrived: arrival.promise, release: release.resolve };
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function write(response: ServerResponse, answer: FakeAnswer): void {
  if (answer === 'silence') return;
  if (answer === 'hang up') {
    response.destroy();
    return;
  }
  const json = 'json' in answer;
  const { status = 200, type = json ? 'application/json' : 'text/plain;charset=UTF-8' } = json
    ? { status: 200 }
    : answer;
  response.writeHead(status, { 'Content-Type': type });
  response.end(json ? JSON.stringify(answer.json) : answer.text);
}
