import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '@wordrise/core';
import { type ErrorAnswer, limits, timings } from '@wordrise/core/contract';

export interface ConnectionLimits {
  headerSeconds: number;
  /** For a whole request, including uploads. */
  requestSeconds: number;
  /** Between two requests. */
  keepAliveSeconds: number;
  connections: number;
}

/**
 * A connection that ends just as a proxy sends the next request on it makes the proxy answer 502. A visitor's browser
 * sends it again, and must not hold connections that others need.
 */
export function connectionLimits({ trustProxy }: Pick<Config, 'trustProxy'>): ConnectionLimits {
  return {
    headerSeconds: timings.headerSeconds,
    requestSeconds: timings.requestMinutes * 60,
    keepAliveSeconds: trustProxy > 0 ? timings.proxyKeepAliveSeconds : timings.keepAliveSeconds,
    connections: limits.connections,
  };
}

/** An HTTP server on which slow or silent clients do not pile up, and on which every refusal is JSON. */
export function createHttpServer(
  listener: RequestListener,
  { headerSeconds, requestSeconds, keepAliveSeconds, connections }: ConnectionLimits,
): Server {
  const headersTimeout = headerSeconds * 1000;
  const requestTimeout = requestSeconds * 1000;
  const connectionsCheckingInterval = Math.min(headersTimeout, 5000);
  const keepAliveTimeout = keepAliveSeconds * 1000;
  const times = { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval };
  const readable = refuseUnreadable(listener);
  // Node.js would refuse a missing Host without a body.
  const server = createServer({ ...times, requireHostHeader: false }, readable);
  server.maxConnections = connections;
  server.on('clientError', refuse);
  // Node.js would answer an unknown `Expect` without a body; it may be ignored.
  server.on('checkExpectation', readable);
  return server;
}

/** Requests that Node.js itself refuses, by its error code; anything else is not HTTP. */
const refusals: Record<string, { status: number; answer: ErrorAnswer }> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    answer: { message: 'The request took too long to arrive. Send it again.', code: 'request.timeout' },
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    answer: { message: 'The address or the headers are too long.', code: 'request.too_large' },
  },
};
const unreadable = {
  status: 400,
  answer: { message: 'The request could not be read.', code: 'request.unreadable' },
};

/** Passes on requests with a host and a path. A complete address, as sent to proxies, is reduced to its path. */
function refuseUnreadable(listener: RequestListener): RequestListener {
  return function readableOnly(req, res) {
    const { httpVersion, headers, url = '/' } = req;
    const target = /^[/*]/.test(url) ? url : pathOfAddress(url);
    if (target && (headers.host !== undefined || httpVersion === '1.0')) {
      req.url = target;
      listener(req, res);
      return;
    }
    const { status, answer } = unreadable;
    const body = JSON.stringify(answer);
    res.writeHead(status, headersOf(body)).end(body);
  };
}

function pathOfAddress(address: string): string | undefined {
  const { pathname = '', search = '' } = URL.parse(address) ?? {};
  return pathname.startsWith('/') ? pathname + search : undefined;
}

function refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  const { _httpMessage: begun } = socket as { _httpMessage?: { headersSent: boolean } };
  if (!socket.writable || code === 'ECONNRESET' || begun?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, answer } = refusals[code] ?? unreadable;
  const body = JSON.stringify(answer);
  const headers = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function headersOf(body: string): Record<string, string> {
  return {
    Connection: 'close',
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': String(Buffer.byteLength(body)),
  };
}
