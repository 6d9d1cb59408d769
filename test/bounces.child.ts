// Reads a bounce mailbox in a separate process, for the test of a message that kills it.
import { openProductDatabase } from '../packages/core/src/entities.ts';
import { loadConfig } from '../packages/core/src/platform/settings/load-config.ts';
import { openBounceMailboxReader } from '../packages/core/src/readers/bounces/read-bounce-mailbox.ts';
import { fakeMailbox } from './fake-mailbox.ts';

const { MESSAGES = '[]', NOW = '' } = process.env;
const messages: string[] = JSON.parse(MESSAGES);
const mailbox = fakeMailbox(messages);
const database = await openProductDatabase(loadConfig(process.env).database);
await openBounceMailboxReader({
  database,
  now: () => new Date(NOW),
  bounceMailbox: {
    ...mailbox,
    read: (options) =>
      mailbox.read({
        ...options,
        take(raw) {
          if (raw.toString() === 'kill -9') process.kill(process.pid, 'SIGKILL');
          return options.take(raw);
        },
      }),
  },
}).read({ onEvent: () => {} });
await database.close();
