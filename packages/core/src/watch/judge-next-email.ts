import { type DeliveryProgress, describeHold } from '../contract/deliveries.ts';
import { timings } from '../contract/limits.ts';
import { describeNotYet, type ReaderCounts } from '../contract/reader-counts.ts';
import type { TomorrowRisk, TomorrowView } from '../contract/tomorrow.ts';
import type { WordFinding } from '../contract/word-check.ts';
import type { ProviderCheck, ProviderSend } from '../mail/mail-provider.ts';
import { clockPolicy, emailPolicy } from '../mail/policy.ts';
import { heldFix, heldMessage } from '../mail/sending-hold.ts';
import { aheadOrBehind, showDay, showInstant } from '../platform/calendar.ts';
import type { WordsEnd } from '../schedule/autopilot/open-autopilot.ts';
import type { LeftBehind } from '../schedule/withdraw-emails.ts';

/** The email of the morning in question. */
interface MorningEmail {
  word: string;
  id: number;
  wordId: number;
  /** When it goes out by the owner's clock, and for its first and its last reader. */
  scheduledDate: Date;
  firstAt: Date;
  lastAt: Date;
  createdAt: Date;
  /** `pending`: the provider does not have it yet. */
  status: 'pending' | 'scheduled';
  /** Whether a pass has tried to submit it. */
  isTried: boolean;
  /** Why it is still pending, or what is wrong with its send. */
  reason: string | null;
}

/** What the provider said recently. */
export type ProviderWord =
  | {
      /** `undefined` if it has none. */
      send: ProviderSend | undefined;
      /** `undefined` if it was not called. */
      check: ProviderCheck | undefined;
      /** Set once its time has come, if it is sent to each reader from here. */
      progress?: DeliveryProgress | undefined;
    }
  | { unreachable: string };

/** Everything that decides whether the email goes out. */
export interface MorningFacts {
  now: Date;
  /** IANA name. */
  timezone: string;
  /** Where visitors sign up. */
  publicUrl: string;
  email: MorningEmail | undefined;
  provider: ProviderWord;
  /** Other emails that are being sent from here. */
  others?: readonly { id: number; word: string; progress: DeliveryProgress }[];
  lastPass: { finishedAt: Date; failures: number } | undefined;
  /** How much this machine's clock is ahead of the database server's, which passes compare too; negative if behind. */
  clockAheadMs?: number;
  readers: ReaderCounts;
  /** The words of the emails of that morning that can still be changed, with the findings of the word check. */
  words: readonly { word: string; wordId: number; findings: readonly WordFinding[] }[];
  /** The last morning for which the autopilot has words, if that is soon; `undefined` while it is off. */
  wordsEnd?: WordsEnd | undefined;
  /** Whether nothing is sent, because this copy was restored from a backup. */
  isHeld?: boolean;
  /** Scheduled emails that another provider has. */
  leftBehind?: LeftBehind | undefined;
  /** Readers who have lessons of a course to come. */
  underWay?: number | undefined;
  /** What is said about one of two mail servers that is out. */
  mailServerOut?: string | undefined;
  /** Whether nobody else can open the links in the emails, although they go to real people. */
  linksAreClosed?: boolean | undefined;
}

/** Why the provider does not work now; `undefined` if it works. */
export function problemOf(provider: ProviderWord): string | undefined {
  if ('unreachable' in provider) return provider.unreachable;
  return provider.check?.hasStandIn ? undefined : provider.check?.checks.find(({ ok }) => !ok)?.detail;
}

type Reason = TomorrowView['reasons'][number];
const minuteMs = 60_000;
type Rule<Facts = MorningFacts> = (facts: Facts) => Reason | Reason[] | false | undefined;

/** The verdict and its reasons. In a course, lessons go out on a morning for which nothing is scheduled. */
export function judge(facts: MorningFacts): Pick<TomorrowView, 'verdict' | 'reasons'> {
  const { email, underWay = 0 } = facts;
  if (!email && underWay === 0) return { verdict: 'nothing_scheduled', reasons: [] };
  const reasons = rules.flatMap((rule) => rule(facts) || []);
  return { verdict: reasons.length > 0 ? 'at_risk' : 'ready', reasons };
}

/** A rule about the email of the schedule, if there is one. */
function aboutEmail(rule: Rule<MorningFacts & { email: MorningEmail }>): Rule {
  return ({ email, ...facts }) => email !== undefined && rule({ ...facts, email });
}

const again = { advice: 'Cancel the email on the Schedule page, and schedule its word again.' };
const runPasses = {
  advice: 'Start the server, or run wordrise process every five minutes from cron or systemd.',
};

/** Most serious first. */
const rules: readonly Rule[] = [
  function sendingIsHeld({ isHeld }) {
    return isHeld && because('sending_held', heldMessage, { advice: heldFix });
  },

  aboutEmail(function emailWaits({ email, now, isHeld }) {
    if (email.status !== 'pending' || isHeld || isNew(email, now)) return false;
    const message = `The email provider does not have the email yet.${email.reason ? ` ${email.reason}` : ''}`;
    return because('email_waiting', message, {
      advice: 'Every pass of the processor tries again.',
      command: 'To see why it fails, run: wordrise process',
    });
  }),

  function providerIsAway({ provider }) {
    if (!('unreachable' in provider)) return false;
    return because('provider_unreachable', provider.unreachable, {
      advice:
        'Wordrise keeps trying. If it lasts, check the network of this machine and run: wordrise doctor',
    });
  },

  function providerRefuses({ provider }) {
    const problem = 'check' in provider ? problemOf(provider) : undefined;
    if (problem === undefined) return false;
    return because('provider_refuses', problem, {
      advice: 'To correct the settings, run: wordrise setup',
    });
  },

  aboutEmail(function sendIsWrong({ email: { status }, provider, leftBehind }) {
    if (status === 'pending' || !('send' in provider) || provider.progress?.status === 'paused') return false;
    if (!provider.send && leftBehind)
      return because('send_missing', leftBehind.message, { advice: leftBehind.fix });
    if (!provider.send) return because('send_missing', 'The email provider no longer has the email.', again);
    if (provider.send.status === 'cancelled')
      return because('send_cancelled', 'The email was canceled at the email provider.', again);
    const message = 'The email provider does not say that it will send the email.';
    const fix = { advice: 'Check it on the email provider’s own pages.' };
    return provider.send.status === 'unknown' && because('send_unclear', message, fix);
  }),

  aboutEmail(function sendIsStopped({ email: { id, status }, provider, now, timezone }) {
    const progress = 'progress' in provider ? provider.progress : undefined;
    if (status === 'pending' || !progress) return false;
    return stoppedBecause({ id, name: undefined, progress }, { now, timezone });
  }),

  function othersAreStopped({ others = [], now, timezone }) {
    return others.flatMap(
      ({ word, ...other }) => stoppedBecause({ ...other, name: `“${word}”` }, { now, timezone }) ?? [],
    );
  },

  aboutEmail(function sendIsLate({ email: { scheduledDate, lastAt, status }, provider, now, timezone }) {
    if (status === 'pending' || !('send' in provider) || provider.send?.status !== 'pending') return false;
    if (now.getTime() - lastAt.getTime() < emailPolicy.lateMs) return false;
    const message = `The email was due ${showInstant(scheduledDate, timezone)}, but the email provider has not sent it.`;
    return because('send_late', message, { advice: 'Check it on the email provider’s own pages.' });
  }),

  aboutEmail(function sendIsMoved({ email: { firstAt, status }, provider, timezone }) {
    const theirs = 'send' in provider && provider.send?.status === 'pending' && provider.send.scheduledTime;
    if (status === 'pending' || !theirs) return false;
    const difference = Math.abs(theirs.getTime() - firstAt.getTime());
    const message = `The email provider will send the email ${showInstant(theirs, timezone)}, not ${showInstant(firstAt, timezone)}.`;
    return difference > emailPolicy.sameTimeMs && because('send_moved', message, again);
  }),

  function clockIsWrong({ provider, clockAheadMs = 0 }) {
    const isWrong = (aheadMs: number) => Math.abs(aheadMs) > clockPolicy.mostDifferenceMs;
    const say = (aheadMs: number, whose: string) =>
      `This machine’s clock is ${aheadOrBehind(aheadMs)} ${whose}.`;
    if (isWrong(clockAheadMs)) {
      return because('clock_wrong', say(clockAheadMs, 'the database server’s'), {
        advice:
          'Set both clocks, preferably with NTP: until they agree, this machine sends and deletes nothing.',
      });
    }
    const skewMs = ('check' in provider && provider.check?.clockSkewMs) || 0;
    const fix = { advice: 'Set this machine’s clock, preferably with NTP.' };
    return isWrong(skewMs) && because('clock_wrong', say(skewMs, 'the email provider’s'), fix);
  },

  function passIsMissing({ lastPass, now, timezone }) {
    if (!lastPass) return because('no_pass', 'The processor has never run.', runPasses);
    const silentMs = now.getTime() - lastPass.finishedAt.getTime();
    const message = `The processor has not run since ${showInstant(lastPass.finishedAt, timezone)}.`;
    const isSilent = silentMs >= timings.processorSilentMinutes * minuteMs;
    return isSilent && because('no_pass', message, runPasses);
  },

  function passFailed({ lastPass }) {
    if ((lastPass?.failures ?? 0) === 0) return false;
    return because('pass_failed', 'Parts of the last pass of the processor failed.', {
      advice: 'To see the reasons, run: wordrise process',
    });
  },

  function listIsEmpty({ readers, publicUrl }) {
    const { subscribed, waiting } = readers;
    if (subscribed > 0) return false;
    if (waiting > 0) {
      const nobody =
        waiting === 1 ? 'The only reader is not' : `None of the ${counted(waiting, 'reader')} is`;
      const message = `${nobody} on the email provider’s list yet.`;
      return because('readers_waiting', message, {
        advice: 'The next pass of the processor puts them on it.',
        command: 'To do it now, run: wordrise process',
      });
    }
    const hasAny = Object.values(readers).some((count) => count > 0);
    const notYet = describeNotYet(readers);
    const nobody = notYet
      ? `Nobody gets the email: ${notYet}.`
      : 'Nobody gets the email: all readers have left.';
    const message = hasAny ? nobody : 'Nobody has signed up yet.';
    return because('no_readers', message, { advice: `People sign up at ${publicUrl}` });
  },

  function mailServerIsOut({ mailServerOut }) {
    if (mailServerOut === undefined) return false;
    return because('mail_server_out', mailServerOut, {
      advice: 'Wordrise uses it again once it answers. If it lasts, check that server and its settings.',
      command: 'To see what fails, run: wordrise doctor',
    });
  },

  function linksLeadNowhere({ linksAreClosed, publicUrl }) {
    const message = `Readers cannot open the links in the email, such as the one to unsubscribe: they start with ${publicUrl}, which only this machine can open.`;
    const advice = 'Change the public address to the https address of your site.';
    const command = 'On the command line: wordrise config PUBLIC_URL --set https://words.example.com';
    return linksAreClosed && because('links_closed', message, { advice, command, page: '/admin/settings' });
  },

  function wordsNeedWork({ words }) {
    return words.flatMap(({ word, wordId, findings: [first, ...others] }) => {
      if (!first) return [];
      const count = counted(others.length, 'more finding');
      const more = others.length > 0 ? ` There ${others.length === 1 ? 'is' : 'are'} ${count}.` : '';
      const typed = word.includes(' ') ? `"${word}"` : word;
      return because('word_findings', `“${word}” needs work: ${first.message}${more}`, {
        advice: 'Edit the word and update its email, or schedule another one.',
        command: `For all findings, run: wordrise words check ${typed}`,
        page: `/admin/words?search=${encodeURIComponent(word)}&panel=edit-${wordId}`,
      });
    });
  },

  function libraryIsLow({ wordsEnd }) {
    if (wordsEnd === undefined) return undefined;
    const message = `The autopilot has enough words only until ${showDay(wordsEnd.day)}.`;
    if (wordsEnd.widen !== null) {
      return because('library_low', message, {
        advice: `${wordsEnd.widen} Let it draw from more of them, or add words.`,
        command: 'To let it draw from all words, run: wordrise autopilot draw --all',
        page: '/admin/schedule',
      });
    }
    return because('library_low', message, {
      advice: 'Add words on the Words page',
      command: 'or run: wordrise words add-starters',
      page: '/admin/words?panel=upload',
    });
  },
];

/** Why an email that is sent from here does not go on by itself, or not now; `undefined` if it does. */
function stoppedBecause(
  { id, name, progress }: { id: number; name: string | undefined; progress: DeliveryProgress },
  { now, timezone }: Pick<MorningFacts, 'now' | 'timezone'>,
): Reason | undefined {
  const page = `/admin/delivery?email=${id}`;
  const { status, actions, reason, hold } = progress;
  if (status === 'paused') {
    const message = `${name ?? 'The email'} is paused: ${whoHasIt(progress)} it. ${reason ?? ''}`.trim();
    if (!actions.includes('resume')) {
      const advice = `Readers who would get it more than ${timings.lateSendHours} hours late do not get it.`;
      return because('send_paused', message, { advice, page });
    }
    return because('send_paused', message, {
      advice: 'Resume or stop it on its delivery page.',
      command: `On the command line: wordrise schedule resume ${id}`,
      page,
    });
  }
  if (!hold?.isInterruption) return undefined;
  const held = describeHold(hold, (until) => showInstant(new Date(until), timezone), now);
  return because('send_interrupted', `${held} ${whoHasIt(progress)} ${name ?? 'the email'}.`, {
    advice: 'A server that runs continues by itself.',
    command: 'Without one, run: wordrise process',
    page,
  });
}

function whoHasIt({ sent, recipients }: Pick<DeliveryProgress, 'sent' | 'recipients'>): string {
  const has = sent === 1 ? 'has' : 'have';
  return `${sent.toLocaleString('en-US')} of ${counted(recipients, 'reader')} ${has}`;
}

/** A pass runs within minutes, which is soon enough: nothing has gone wrong. */
function isNew({ createdAt, firstAt, isTried, reason }: MorningEmail, now: Date): boolean {
  const soonMs = timings.processorSilentMinutes * minuteMs;
  const isFresh = now.getTime() - createdAt.getTime() < soonMs;
  return isFresh && !isTried && reason === null && firstAt.getTime() - now.getTime() >= soonMs;
}

function because(
  code: TomorrowRisk,
  message: string,
  { advice, command, page }: { advice: string; command?: string; page?: string },
): Reason {
  return { code, message, fix: command ? `${advice} ${command}` : advice, advice, page: page ?? null };
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count.toLocaleString('en-US')} ${what}s`;
}
