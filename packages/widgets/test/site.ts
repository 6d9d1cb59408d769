import { type LocalServer, startServer } from './local-server.ts';

export interface Site extends LocalServer {
  /** Adds a page to the site and returns its address. */
  page(html: string, headers?: Record<string, string>): string;
  /** Adds any file to the site, served once `ready` resolves, and returns its address. */
  file(path: string, content: string, type: string, ready?: Promise<void>): string;
}

/** Someone else's site that embeds the widgets. */
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
