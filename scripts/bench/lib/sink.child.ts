// A mail server that accepts everything and keeps nothing, with as little work as possible. It tells its parent the
// port, and then, when asked, how many emails it has accepted, and when the first and the last since it was asked
// before. FILE, where it writes one of them.
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';

const end = '\r\n.\r\n';
let accepted = 0;
let firstAt: number | undefined;
let lastAt: number | undefined;
let keeping = process.argv[2];

const server = createServer({ noDelay: true }, (socket) => {
  // Clients that disconnect.
  socket.on('error', () => {});
  socket.write('220 sink\r\n');
  converse(socket);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', ({ isNew }: { isNew?: boolean }) => {
  const { user, system } = process.cpuUsage();
  process.send?.({ accepted, firstAt, lastAt, cpuSeconds: (user + system) / 1e6 });
  if (isNew) firstAt = undefined;
});

function converse(socket: Socket): void {
  let waiting = '';
  let isEmail = false;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    waiting += chunk;
    let answers = '';
    for (;;) {
      const mark = isEmail ? end : '\r\n';
      const at = waiting.indexOf(mark);
      if (at === -1) break;
      const taken = waiting.slice(0, at);
      waiting = waiting.slice(at + mark.length);
      answers += isEmail ? accept(taken) : answer(taken);
      isEmail = !isEmail && /^data/i.test(taken);
    }
    if (answers) socket.write(answers, 'latin1');
  });
}

function accept(email: string): string {
  accepted += 1;
  lastAt = Date.now();
  firstAt ??= lastAt;
  // Not the first: it may be the only one of its kind.
  if (keeping && accepted === 10) {
    writeFileSync(keeping, email, 'latin1');
    keeping = undefined;
  }
  return '250 2.0.0 Accepted\r\n';
}

function answer(line: string): string {
  if (/^ehlo/i.test(line)) return '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n';
  if (/^data/i.test(line)) return '354 Go on\r\n';
  return /^quit/i.test(line) ? '221 Bye\r\n' : '250 OK\r\n';
}
