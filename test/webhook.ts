import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedPost {
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
  json: { text: string; alert: { id: string; kind: string; [field: string]: unknown } };
}

export type WebhookAnswer = number | ((req: IncomingMessage, res: ServerResponse) => void);

/** A webhook on this machine that records what it receives; `answer` may be changed. */
export async function startWebhook() {
  const posts: ReceivedPost[] = [];
  const webhook = {
    url: '',
    posts,
    answer: 200 as WebhookAnswer,
    texts: () => posts.map(textOf),
    last,
    clear,
  };
  function last(): ReceivedPost {
    const post = posts.at(-1);
    if (!post) throw new Error('The webhook got nothing.');
    return post;
  }
  function clear() {
    posts.length = 0;
  }
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const headers = req.headers as ReceivedPost['headers'];
    posts.push({ path: req.url ?? '', headers, body, json: body ? JSON.parse(body) : {} });
    if (typeof webhook.answer === 'function') webhook.answer(req, res);
    else res.writeHead(webhook.answer).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  webhook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/secret-path`;
  return webhook;
}

function textOf({ json }: ReceivedPost): string {
  return `${json.alert.kind} ${json.text}`;
}
