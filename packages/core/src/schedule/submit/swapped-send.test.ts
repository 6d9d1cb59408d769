import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { changeCalls } from '../../../../../test/change-calls.ts';
import { databaseKinds } from '../../../../../test/databases.ts';
import { eventually } from '../../../../../test/eventually.ts';
import { passDeps } from '../../../../../test/pass-deps.ts';
import { openTestSchedule } from '../../../../../test/schedule.ts';
import { type EmailChange, startPass } from '../../../../../test/start-pass.ts';
import { aWord } from '../../../../../test/words.ts';
import { emailPolicy } from '../../mail/policy.ts';
import { runPass } from '../../processor/pass.ts';
import { addWord } from '../../words/save-word.ts';

type Opened = Awaited<ReturnType<typeof openPair>>;

/** Two emails, on the real clock that the killed processes use. */
async function openPair(kind: (typeof databaseKinds)[number]) {
  const opened = await openTestSchedule(kind);
  const { db, clock, schedule, provider, deps } = opened;
  // Whole seconds: the provider has no fractions.
  clock.now = new Date(Math.floor(Date.now() / 1000) * 1000);
  const [first, second] = [await schedule(24), await schedule(48)];
  const { id: wordId } = await addWord({ database: db, now: deps.now }, aWord({ word: 'hush' }));
  return {
    ...opened,
    first,
    second,
    wordId,
    passLater() {
      const lateMs = emailPolicy.leaseMs + emailPolicy.settledAfterMs + 2000;
      return runPass(passDeps({ database: db, provider, now: () => new Date(Date.now() + lateMs) }));
    },
    /** The words of the sends at the provider, by their times. */
    async live() {
      const sends = (await opened.sends()).filter(({ status }) => status !== 'canceled');
      const names = await provider.sends.messageNames(sends.map(({ messageId }) => messageId));
      return sends
        .toSorted((a, b) => Date.parse(a.scheduledTime) - Date.parse(b.scheduledTime))
        .map(({ messageId, scheduledTime }) => [
          names.get(messageId)?.split(' · ')[0],
          new Date(scheduledTime).toISOString(),
        ]);
    },
  };
}

const changes: { what: string; change: (opened: Opened) => EmailChange; words: [string, string] }[] = [
  {
    what: 'gets another word',
    change: ({ first, wordId }) => ({ swap: { id: first.id, wordId } }),
    words: ['hush', 'word 2'],
  },
  {
    what: 'changes places with another',
    change: ({ first, second }) => ({ exchange: [first.id, second.id] }),
    words: ['word 2', 'word 1'],
  },
];

describe.each(databaseKinds)('on %s', (kind) => {
  describe.each(changes)('an email that $what', ({ change, words }) => {
    test.each(
      changeCalls.flatMap((call) =>
        (['timeout', 'timeout-after'] as const).map((fault) => ({ ...call, fault })),
      ),
    )('by a process that is killed $fault as $what, goes out once', async ({ method, path, fault }) => {
      const opened = await openPair(kind);
      const { db, sandbox, first, second, passLater, live } = opened;
      sandbox.faults.next({ method, path, fault });
      const before = sandbox.calls.length;
      const child = await startPass(db.url, sandbox, change(opened));
      const isCalled = () =>
        sandbox.calls.slice(before).some((call) => call.method === method && path.test(call.path));
      await eventually(() => expect(isCalled()).toBe(true));
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(await passLater()).toMatchObject({ failed: 0 });
      expect(await live()).toEqual([
        [words[0], first.scheduledDate],
        [words[1], second.scheduledDate],
      ]);
    });
  });
});
