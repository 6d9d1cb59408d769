// Limit: nodemailer's pool with one email, composed beforehand, to everyone. Arguments: PORT, FILE with the email, how
// many.
import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';

const [port, file = '', readers] = process.argv.slice(2);
const raw = readFileSync(file);
const pool = createTransport({
  pool: true,
  host: '127.0.0.1',
  port: Number(port),
  ignoreTLS: true,
  maxConnections: Number(process.env.BENCH_CONNECTIONS ?? 5),
  maxMessages: Number.POSITIVE_INFINITY,
});
let left = Number(readers);
async function send(): Promise<void> {
  for (; left > 0; ) {
    left -= 1;
    await pool.sendMail({ envelope: { from: 'word@example.com', to: `reader${left}@example.com` }, raw });
  }
}
await Promise.all(Array.from({ length: 100 }, send));
pool.close();
