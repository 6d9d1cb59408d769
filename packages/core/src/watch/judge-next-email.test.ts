import { describe, expect, test } from 'vitest';
import { noReaders } from '../contract/reader-counts.ts';
import type { TomorrowRisk } from '../contract/tomorrow.ts';
import type { WordFinding } from '../contract/word-check.ts';
import { emailTime } from '../schedule/email-time.ts';
import { judge, type MorningFacts } from './judge-next-email.ts';

const now = new Date('2026-12-01T20:00:00Z');
const scheduledDate = new Date('2026-12-02T12:00:00Z');
const minutes = (count: number) => count * 60_000;
const earlier = (ms: number) => new Date(now.getTime() - ms);

const send = {
  sendId: '7',
  messageId: '5',
  scheduledTime: scheduledDate,
  releasedTime: null,
  recipientCount: 12,
  status: 'pending' as const,
};
const check = {
  checks: [{ name: 'credentials' as const, ok: true, detail: 'The credentials are good.' }],
  clockSkewMs: 400,
};

const ready: MorningFacts = {
  now,
  timezone: 'America/New_York',
  publicUrl: 'https://words.example',
  email: {
    id: 7,
    wordId: 3,
    word: 'faux pas',
    ...emailTime(scheduledDate, 'America/New_York'),
    createdAt: earlier(minutes(60)),
    status: 'scheduled',
    isTried: true,
    reason: null,
  },
  words: [],
  provider: { send, check },
  lastPass: { finishedAt: earlier(minutes(4)), failures: 0 },
  readers: { ...noReaders, subscribed: 12 },
};

const words = (findings: WordFinding[]) => [{ word: 'faux pas', wordId: 3, findings }];

type Change = (facts: MorningFacts) => MorningFacts;
const email = (change: object): Change => {
  return (facts) => ({ ...facts, email: facts.email && { ...facts.email, ...change } });
};
const provider = (change: object): Change => {
  return (facts) =>
    'unreachable' in facts.provider ? facts : { ...facts, provider: { ...facts.provider, ...change } };
};
const set = (change: Partial<MorningFacts>): Change => {
  return (facts) => ({ ...facts, ...change });
};

const pausedProgress = (actions: string[], reason: string | null) => ({
  status: 'paused',
  sent: 1,
  recipients: 2,
  hold: null,
  reason,
  actions,
});

/** Every cause, most serious first. */
const causes: { code: TomorrowRisk; message: string; change: Change }[] = [
  {
    code: 'email_waiting',
    message: 'The email provider does not have the email yet. iContact is down.',
    change: email({ status: 'pending', reason: 'iContact is down.' }),
  },
  {
    code: 'provider_unreachable',
    message: 'iContact did not answer.',
    change: set({ provider: { unreachable: 'iContact did not answer.' } }),
  },
  {
    code: 'provider_refuses',
    message: 'The password is wrong.',
    change: provider({
      check: { ...check, checks: [{ name: 'credentials', ok: false, detail: 'The password is wrong.' }] },
    }),
  },
  {
    code: 'send_missing',
    message: 'The email provider no longer has the email.',
    change: provider({ send: undefined }),
  },
  {
    code: 'send_cancelled',
    message: 'The email was canceled at the email provider.',
    change: provider({ send: { ...send, status: 'cancelled' } }),
  },
  {
    code: 'send_unclear',
    message: 'The email provider does not say that it will send the email.',
    change: provider({ send: { ...send, status: 'unknown' } }),
  },
  {
    code: 'send_paused',
    message: 'The email is paused: 1 of 2 readers has it. You paused it.',
    change: provider({
      send: { ...send, status: 'sending' },
      progress: pausedProgress(['resume', 'stop'], 'You paused it.'),
    }),
  },
  {
    code: 'send_interrupted',
    message:
      'Sending was interrupted. Sending continues Tue, Dec 1, 2026, 15:05 (UTC-05:00). 1 of 2 readers has the email.',
    change: provider({
      send: { ...send, status: 'sending' },
      progress: {
        ...pausedProgress(['pause', 'stop'], null),
        status: 'sending',
        hold: {
          until: new Date(now.getTime() + minutes(5)).toISOString(),
          reason: 'Sending was interrupted.',
          isInterruption: true,
        },
      },
    }),
  },
  {
    code: 'send_late',
    message: 'The email was due Tue, Dec 1, 2026, 14:30 (UTC-05:00), but the email provider has not sent it.',
    change: (facts) =>
      provider({ send: { ...send, scheduledTime: null } })(
        email(emailTime(earlier(minutes(30)), 'America/New_York'))(facts),
      ),
  },
  {
    code: 'send_moved',
    message:
      'The email provider will send the email Wed, Dec 2, 2026, 08:00 (UTC-05:00), not Wed, Dec 2, 2026, 07:00 (UTC-05:00).',
    change: provider({ send: { ...send, scheduledTime: new Date('2026-12-02T13:00:00Z') } }),
  },
  {
    code: 'clock_wrong',
    message: 'This machine’s clock is 5 minutes ahead of the email provider’s.',
    change: (facts) =>
      'unreachable' in facts.provider
        ? facts
        : {
            ...facts,
            provider: {
              ...facts.provider,
              check: { ...(facts.provider.check ?? check), clockSkewMs: minutes(5) },
            },
          },
  },
  {
    code: 'no_pass',
    message: 'The processor has not run since Tue, Dec 1, 2026, 14:50 (UTC-05:00).',
    change: set({ lastPass: { finishedAt: earlier(minutes(10)), failures: 0 } }),
  },
  {
    code: 'pass_failed',
    message: 'Parts of the last pass of the processor failed.',
    change: (facts) => ({
      ...facts,
      lastPass: { finishedAt: facts.lastPass?.finishedAt ?? now, failures: 1 },
    }),
  },
  {
    code: 'no_readers',
    message: 'Nobody has signed up yet.',
    change: set({ readers: noReaders }),
  },
  {
    code: 'readers_waiting',
    message: 'None of the 1,200 readers is on the email provider’s list yet.',
    change: set({ readers: { ...noReaders, waiting: 1200, unconfirmed: 3 } }),
  },
  {
    code: 'readers_waiting',
    message: 'The only reader is not on the email provider’s list yet.',
    change: set({ readers: { ...noReaders, waiting: 1 } }),
  },
  {
    code: 'links_closed',
    message:
      'Readers cannot open the links in the email, such as the one to unsubscribe: they start with https://words.example, which only this machine can open.',
    change: set({ linksAreClosed: true }),
  },
  {
    code: 'word_findings',
    message: '“faux pas” needs work: Etymology is missing. Fill it in.',
    change: set({
      words: words([
        { code: 'field.missing', field: 'etymology', message: 'Etymology is missing. Fill it in.' },
      ]),
    }),
  },
  {
    code: 'library_low',
    message: 'The autopilot has enough words only until Wednesday, December 9.',
    change: set({ wordsEnd: { day: '2026-12-09', widen: null } }),
  },
];

/** Causes that cannot be detected, or are the same, when combined with another one. */
function isHidden(code: TomorrowRisk, other: TomorrowRisk): boolean {
  const aboutProvider = ['provider_refuses', 'clock_wrong'];
  const aboutSend = [
    'send_missing',
    'send_cancelled',
    'send_unclear',
    'send_paused',
    'send_interrupted',
    'send_late',
    'send_moved',
  ];
  if (aboutSend.includes(code) && ['email_waiting', 'provider_unreachable'].includes(other)) return true;
  return aboutProvider.includes(code) && other === 'provider_unreachable';
}

/** In a group, a later cause replaces an earlier one: both change the same fact. */
const groups: TomorrowRisk[][] = [
  [
    'send_missing',
    'send_cancelled',
    'send_unclear',
    'send_paused',
    'send_interrupted',
    'send_late',
    'send_moved',
  ],
  ['no_readers', 'readers_waiting'],
];

const codes = (facts: MorningFacts) => judge(facts).reasons.map(({ code }) => code);

describe('the verdict on the next morning', () => {
  test('is ready if there is no risk', () => {
    expect(judge(ready)).toEqual({ verdict: 'ready', reasons: [] });
  });

  test('is “nothing scheduled”, regardless of what else is wrong', () => {
    for (const { change } of causes) {
      expect(judge(change({ ...ready, email: undefined }))).toEqual({
        verdict: 'nothing_scheduled',
        reasons: [],
      });
    }
  });

  test.each(causes)('is at risk because of $code', ({ code, message, change }) => {
    const { verdict, reasons } = judge(change(ready));
    expect(verdict).toBe('at_risk');
    expect(reasons).toMatchObject([
      { code, message, fix: expect.stringMatching(/\S/), advice: expect.stringMatching(/\S/) },
    ]);
  });

  const pairs = causes.flatMap((first, at) =>
    causes
      .slice(at + 1)
      .filter((second) => !groups.some((group) => group.includes(first.code) && group.includes(second.code)))
      .map((second) => ({ first, second, pair: `${first.code} and ${second.code}` })),
  );

  test.each(pairs)('lists $pair, the more serious one first', ({ first, second }) => {
    const expected = [first.code, second.code].filter(
      (code) => !isHidden(code, code === first.code ? second.code : first.code),
    );
    expect(codes(second.change(first.change(ready)))).toEqual(expected);
  });

  test.each([
    {
      why: 'a pass that is nearly late',
      change: set({ lastPass: { finishedAt: earlier(minutes(9)), failures: 0 } }),
    },
    {
      why: 'a clock that is off by a minute',
      change: provider({ check: { ...check, clockSkewMs: -minutes(1) } }),
    },
    {
      why: 'a send within a minute of its time',
      change: provider({ send: { ...send, scheduledTime: new Date(scheduledDate.getTime() + minutes(1)) } }),
    },
    { why: 'a send without a time', change: provider({ send: { ...send, scheduledTime: null } }) },
    { why: 'an email that is being sent', change: provider({ send: { ...send, status: 'sending' } }) },
    {
      why: 'a limit that is used up for now',
      change: provider({
        send: { ...send, status: 'sending' },
        progress: {
          ...pausedProgress(['pause', 'stop'], null),
          status: 'sending',
          hold: { until: now.toISOString(), reason: 'The limit of 5 emails an hour is reached.' },
        },
      }),
    },
    { why: 'a provider that was not checked', change: provider({ check: undefined }) },
  ])('is ready despite $why', ({ change }) => {
    expect(judge(change(ready)).verdict).toBe('ready');
  });

  test('shows the first of several findings, and the command that lists all', () => {
    const finding = { code: 'field.missing', field: 'etymology', message: 'Fill it in.' } as const;
    expect(judge({ ...ready, words: words([finding, finding, finding]) }).reasons).toMatchObject([
      {
        code: 'word_findings',
        message: '“faux pas” needs work: Fill it in. There are 2 more findings.',
        fix: 'Edit the word and update its email, or schedule another one. For all findings, run: wordrise words check "faux pas"',
        advice: 'Edit the word and update its email, or schedule another one.',
        page: '/admin/words?search=faux%20pas&panel=edit-3',
      },
    ]);
    const two = judge({ ...ready, words: words([finding, finding]) });
    expect(two.reasons[0]?.message).toContain('There is 1 more finding.');
  });

  test.each([
    ['15 minutes behind', minutes(-15)],
    ['7 hours ahead of', minutes(420)],
  ])('is at risk if this machine’s clock is %s the database server’s', (difference, clockAheadMs) => {
    expect(judge({ ...ready, clockAheadMs }).reasons).toMatchObject([
      { code: 'clock_wrong', message: `This machine’s clock is ${difference} the database server’s.` },
    ]);
    // What the provider says about the clock goes without saying then.
    expect(
      codes(provider({ check: { ...check, clockSkewMs: clockAheadMs } })({ ...ready, clockAheadMs })),
    ).toEqual(['clock_wrong']);
    expect(judge({ ...ready, clockAheadMs: minutes(-1) }).verdict).toBe('ready');
  });

  test('advises to resume a paused email only where that works', () => {
    const fixOf = (actions: string[]) =>
      judge(provider({ progress: pausedProgress(actions, 'It waits for its server.') })(ready)).reasons[0]
        ?.fix;
    expect(fixOf(['resume', 'stop'])).toMatch(/^Resume or stop it .+: wordrise schedule resume 7$/);
    expect(fixOf(['stop'])).not.toMatch(/resume/i);
    expect(fixOf([])).not.toMatch(/resume/i);
  });

  test('says that the processor has never run', () => {
    expect(judge({ ...ready, lastPass: undefined }).reasons).toMatchObject([
      { code: 'no_pass', message: 'The processor has never run.' },
    ]);
  });

  test.each([
    { why: 'waits for its first pass', change: {}, verdict: 'ready' },
    { why: 'was tried', change: { isTried: true }, verdict: 'at_risk' },
    { why: 'was stored long ago', change: { createdAt: earlier(minutes(10)) }, verdict: 'at_risk' },
    {
      why: 'is due soon',
      change: emailTime(new Date(now.getTime() + minutes(9)), 'America/New_York'),
      verdict: 'at_risk',
    },
  ])('is $verdict for an email that was just stored and $why', ({ change, verdict }) => {
    const stored = email({ status: 'pending', isTried: false, createdAt: earlier(minutes(1)) });
    const noSend = provider({ send: undefined });
    expect(judge(email(change)(noSend(stored(ready)))).verdict).toBe(verdict);
  });

  test('names those who do not get the email yet, if nobody does', () => {
    const readers = { ...noReaders, unconfirmed: 4, unsubscribed: 2 };
    expect(judge({ ...ready, readers }).reasons).toMatchObject([
      { code: 'no_readers', message: 'Nobody gets the email: 4 unconfirmed.' },
    ]);
  });
});
