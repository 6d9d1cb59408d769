import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Duplex, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { hookToken } from '../harness/measured-server.ts';
import type { FuzzRequest } from './requests.ts';

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** What a request gets from the run, not from its generator. */
export interface Sender {
  origin: string;
  /** The origin that the server considers its own. */
  publicOrigin: string;
  cookie: string;
  /** The address that a proxy names: the limits count by it. */
  visitor: string;
}

/** A broken request is ended, so that the server need not wait for the rest of it, after this long. */
const patienceMs = 100;
/** Longer than any time limit of the server. */
const longestMs = 120_000;

/**
 * Sends a request byte for byte, as no HTTP client would, and reads the answer with Node.js's own parser.
 *
 * @returns `undefined` if the connection was closed without an answer
 */
export function send(request: FuzzRequest, sender: Sender): Promise<Answer | undefined> {
  const { hostname, port } = new URL(sender.origin);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const wire = bytesOf(request, sender);
    socket.write(wire);
    const end = setTimeout(() => socket.end(), request.isBroken ? patienceMs : longestMs);
    const giveUp = setTimeout(() => socket.destroy(), longestMs + patienceMs);
    const done = (finish: () => void) => {
      clearTimeout(end);
      clearTimeout(giveUp);
      socket.destroy();
      finish();
    };
    // What Node.js would send is discarded: the request has already been sent.
    const ignored = new Writable({ write: (_chunk, _encoding, written) => written() });
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    const parser = httpRequest({
      method,
      createConnection: () => Duplex.from({ writable: ignored, readable: socket }),
    });
    parser.once('response', (response) => {
      // An answer that comes before the rest of the request would be cut off.
      clearTimeout(end);
      const { statusCode: status = 0, headers } = response;
      // A refusal of what could not be read has a body even then.
      if (method === 'HEAD') return done(() => resolve({ status, headers, body: Buffer.alloc(0) }));
      buffer(response).then(
        (body) => done(() => resolve({ status, headers, body: decoded(headers, body) })),
        (error) => done(() => reject(error)),
      );
    });
    parser.once('upgrade', ({ statusCode: status = 0, headers }) => {
      done(() => resolve({ status, headers, body: Buffer.alloc(0) }));
    });
    parser.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(
        error.code ?? '',
      );
      done(() => (isClosed ? resolve(undefined) : reject(error)));
    });
    parser.end();
  });
}

function decoded(headers: Answer['headers'], body: Buffer): Buffer {
  return headers['content-encoding'] === 'gzip' && body.length > 0 ? gunzipSync(body) : body;
}

/** The request as it goes over the wire. */
export function bytesOf(
  request: FuzzRequest,
  { publicOrigin, cookie, visitor }: Omit<Sender, 'origin'>,
): Buffer {
  const { method, target, headers, body, signedIn, ownOrigin, hasHost, isBroken } = request;
  const own: [string, string][] = [
    ...(hasHost ? [['Host', new URL(publicOrigin).host] as [string, string]] : []),
    ...(ownOrigin ? [['Origin', publicOrigin] as [string, string]] : []),
    ...(signedIn
      ? ([
          ['Cookie', cookie],
          ['Authorization', `Bearer ${hookToken}`],
        ] as [string, string][])
      : []),
    ...(body.length > 0 && !isBroken ? [['Content-Length', `${body.length}`] as [string, string]] : []),
    ['X-Forwarded-For', visitor],
    ['Connection', 'close'],
  ];
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...[...headers, ...own].map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
}
