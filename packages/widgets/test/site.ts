import { type LocalServer, startServer } from './local-server.ts';

export interface Site extends LocalServer {
  /** Puts a page on the site and returns its address. */
  page(html: string, headers?: Record<string, string>): string;
  /** Puts any file on the site. */
  file(path: string, content: string, type: string, delayMs?: Promise<void>): string;
}

/** Somebody else's web site. */
export async function startSite(): Promise<Site> {
  const files = new Map<
    string,
    { content: string; headers: Record<string, string>; ready: Promise<void> | undefined }
  >();
  const server = await startServer(async (request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) return void response.writeHead(404).end();
    await file.ready;
    response.writeHead(200, file.headers).end(file.content);
  });
  return {
    ...server,
    page(html, headers = {}) {
      const path = `/page-${files.size}`;
      files.set(path, {
        content: html.trimStart().startsWith('<!doctype')
          ? html
          : `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A site</title></head><body>${html}</body></html>`,
        headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
        ready: undefined,
      });
      return server.url + path;
    },
    file(path, content, type, ready) {
      files.set(path, { content, headers: { 'Content-Type': type }, ready });
      return server.url + path;
    },
  };
}
