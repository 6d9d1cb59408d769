import { connect } from 'node:net';

/** Sends its own Host header, which `fetch` does not allow. */
export function rawRequest(
  port: number,
  host: string,
  headers: Record<string, string>,
  path = '/api/logout',
  content: object = {},
): Promise<string> {
  const body = JSON.stringify(content);
  return new Promise((resolve, reject) => {
    const lines = Object.entries({ Host: `${host}:${port}`, 'Content-Type': 'application/json', ...headers });
    const socket = connect(port, '127.0.0.1', () => {
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(
        `POST ${path} HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
    });
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.once('end', () => resolve(answer)).once('error', reject);
  });
}
