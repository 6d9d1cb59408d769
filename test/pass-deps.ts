import type { MailProvider } from '../packages/core/src/mail/mail-provider.ts';
import { instantAt } from '../packages/core/src/platform/calendar.ts';
import { openAttemptLimits } from '../packages/core/src/platform/rate-limits/attempt-limits.ts';
import type { PassDeps } from '../packages/core/src/processor/pass.ts';
import { readOwnTimes } from '../packages/core/src/readers/own-time.ts';
import { openSuppressions } from '../packages/core/src/readers/suppressions.ts';
import { createEmailQueue } from '../packages/core/src/schedule/submit/email-queue.ts';

const render = async ({ word }: { word: string }): ReturnType<PassDeps['render']> => ({
  subject: word,
  html: `<p>${word}</p>`,
  text: word,
  textKey: word,
});

/** What a pass needs, with defaults for everything that a test is not about. */
export function passDeps({
  database,
  now,
  provider,
}: Pick<PassDeps, 'database' | 'now'> & { provider: MailProvider }) {
  return {
    database,
    now,
    timezone: 'America/New_York',
    ownTimes: () => readOwnTimes(database),
    provider: async () => provider,
    callsLeft: async () => Number.POSITIVE_INFINITY,
    render,
    textKeys:
      async () =>
      ({ word }: { word: string }) =>
        word,
    emails: createEmailQueue({ database, now, onChange: () => {} }),
    eraseTraces: async () => {},
    limits: openAttemptLimits({ database, now }),
    suppressions: openSuppressions(database),
    serviceMail: async () => undefined,
    productName: 'Wordrise',
    publicUrl: 'https://words.example',
    readers: {
      bounceMailbox: { read: async () => {}, hasMore: () => false },
      addresses: { clearOld: async () => 0 },
      ownPage: { clearLeavingReasons: async () => 0 },
    },
    sessions: { countExpired: async () => 0, endExpired: async () => 0 },
    audit: { clearOld: async () => 0 },
    alerts: { afterPass: async () => {} },
    autopilot: {
      fill: async () => {},
      nextMorning: async () => undefined,
      usualTime: async (day: string) => instantAt({ day, time: '07:00' }, 'America/New_York'),
    },
    weekly: undefined as PassDeps['weekly'],
    renderWeekly: async ({ words }: Parameters<PassDeps['renderWeekly']>[0]) => {
      const list = words.map(({ word: { word } }) => word).join(', ');
      return { subject: `Your week in words: ${list}`, html: `<p>${list}</p>`, text: list };
    },
    course: undefined as PassDeps['course'],
    renderLesson: async (
      { word }: { word: string },
      { position, count, note = '' }: Parameters<PassDeps['renderLesson']>[1],
    ) => {
      const text = `${word}, ${position} of ${count}. ${note}`;
      return { subject: `Lesson: ${word}`, html: `<p>${text}</p>`, text };
    },
    welcome: undefined,
    renderWelcome: async ({ word }: { word: string }, { welcome }: { welcome: string }) => ({
      subject: `Welcome: ${word}`,
      html: `<p>${welcome}</p><p>${word}</p>`,
      text: `${welcome}\n\n${word}`,
    }),
    words: { checkWaiting: async () => {} },
  };
}
