import type { IncomingMessage } from 'node:http';

const loopbackAddress = /^(::ffff:)?127\.|^::1$/;
const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Headers of which every proxy adds at least one by default. */
const proxyHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/**
 * Whether a request comes from this machine itself: not from the network, not through a proxy, and not with a foreign
 * name that points here.
 */
export function isLocalCall({ socket, headers }: IncomingMessage): boolean {
  return (
    loopbackAddress.test(socket.remoteAddress ?? '') &&
    loopbackHost.test(headers.host ?? '') &&
    !proxyHeaders.some((name) => headers[name] !== undefined)
  );
}
