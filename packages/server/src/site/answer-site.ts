import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Wordrise } from '@wordrise/core';
import { type RecordRequest, requestId } from '../http/request-log.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { archiveFiles } from './archive-files.ts';
import { privacyFile } from './privacy-file.ts';
import type { Site } from './site.ts';
import { siteFiles } from './site-files.ts';
import type { Prepared } from './static-file.ts';

/** Answers a request for a page or a file, and returns whether it did. */
export type AnswerSite = (req: IncomingMessage, res: ServerResponse) => boolean;

/** Paths of the API, and of the links in emails. Everything else is a page or a file. */
const apiPath = /^\/(api(\/.*)?|(healthz|readyz|metrics)\/?|(confirm|unsubscribe)\/.*)$/i;

/** Pages and files need neither session nor database, so they are answered before Koa sees them. */
export function createAnswerSite(
  site: Site,
  wordrise: Pick<Wordrise, 'config' | 'privacy' | 'archive'>,
  record: RecordRequest,
): AnswerSite {
  const security = securityHeaders(wordrise.config);
  const privacy = privacyFile(wordrise, site, security);
  const { byPath, unknownPage, unknownAsset } = siteFiles(site, privacy, security);

  const archive = archiveFiles(wordrise, site, security);

  function find(path: string) {
    const file = byPath.get(path) ?? archive(path);
    if (file) return file;
    if (path.startsWith(site.assets.path)) return unknownAsset;
    return apiPath.test(path) ? undefined : unknownPage;
  }

  return function answerSite(req, res) {
    const { method = '', headers } = req;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const path = pathOf(req);
    const file = find(path);
    if (!file) return false;
    const startedAt = performance.now();
    const id = requestId(req);
    const route = site.widgets.has(path) ? path : undefined;
    const finish = (prepared: Prepared) => {
      const status = write(prepared, req, res, id);
      record({ id, method, path, route, status, startedAt });
    };
    const prepared = file(headers['accept-encoding']);
    if (prepared instanceof Promise) prepared.then(finish).catch((error) => res.destroy(error));
    else finish(prepared);
    return true;
  };
}

/** @returns the status */
function write(prepared: Prepared, req: IncomingMessage, res: ServerResponse, id: string): number {
  const { status, etag, headers, unchangedHeaders, body } = prepared;
  if (etag && isAmong(etag, req.headers['if-none-match'])) {
    res.writeHead(304, [...unchangedHeaders, 'X-Request-Id', id]).end();
    return 304;
  }
  res.writeHead(status, [...headers, 'X-Request-Id', id]);
  // Node.js leaves the body out of an answer to HEAD.
  res.end(body);
  return status;
}

/** `tags` is an `If-None-Match`, whose tags a proxy may have marked as weak. */
function isAmong(etag: string, tags: string | undefined): boolean {
  if (!tags) return false;
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** A request's target is a path or, in requests to a proxy, a complete address. */
function pathOf({ url = '/' }: IncomingMessage): string {
  if (!url.startsWith('/')) return URL.canParse(url) ? new URL(url).pathname : url;
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
