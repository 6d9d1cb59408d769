import { showDay, showInstant } from '../calendar/zoned-time.ts';
import { timings } from '../contract/limits.ts';
import type { TomorrowRisk, TomorrowView } from '../contract/tomorrow.ts';
import type { WordFinding } from '../contract/word-check.ts';
import { emailPolicy } from '../delivery/policy.ts';
import type { ProviderCheck, ProviderSend } from '../mail/mail-provider.ts';

/** The email of the morning in question. */
interface MorningEmail {
  word: string;
  scheduledDate: Date;
  /** `pending`: the provider does not have it yet. */
  status: 'pending' | 'scheduled';
  /** Why it is still pending, or what is wrong with its send. */
  reason: string | null;
}

/** What the provider said recently. */
export type ProviderWord =
  /** `send` is `undefined` if it has none, and `check` if it was not called. */
  { send: ProviderSend | undefined; check: ProviderCheck | undefined } | { unreachable: string };

/** Everything that decides whether the email goes out. */
export interface MorningFacts {
  now: Date;
  /** IANA name. */
  timezone: string;
  /** Where visitors sign up. */
  publicUrl: string;
  email: MorningEmail | undefined;
  provider: ProviderWord;
  lastPass: { finishedAt: Date; failures: number } | undefined;
  readers: { total: number; areOnList: boolean };
  /** The findings of the word check for the email’s word. */
  findings: readonly WordFinding[];
  /** `YYYY-MM-DD`: the last morning for which the autopilot has words, if that is soon; `undefined` while it is off. */
  wordsEnd?: string | undefined;
}

/** Why the provider does not work now; `undefined` if it works. */
export function problemOf(provider: ProviderWord): string | undefined {
  if ('unreachable' in provider) return provider.unreachable;
  return provider.check?.checks.find(({ ok }) => !ok)?.detail;
}

type Reason = TomorrowView['reasons'][number];
const minuteMs = 60_000;
type Rule = (facts: MorningFacts & { email: MorningEmail }) => Reason | false | undefined;

/** The verdict and its reasons. */
export function judge(facts: MorningFacts): Pick<TomorrowView, 'verdict' | 'reasons'> {
  const { email } = facts;
  if (!email) return { verdict: 'nothing_scheduled', reasons: [] };
  const reasons = rules.flatMap((rule) => rule({ ...facts, email }) || []);
  return { verdict: reasons.length > 0 ? 'at_risk' : 'ready', reasons };
}

const again = 'Cancel the email on the Schedule page, and schedule its word again.';
const runPasses = 'Start the server, or run wordrise process every five minutes from cron or systemd.';

/** Most serious first. */
const rules: readonly Rule[] = [
  function emailWaits({ email: { status, reason } }) {
    const message = `The email provider does not have the email yet.${reason ? ` ${reason}` : ''}`;
    const fix = 'Every pass of the processor tries again. To see why it fails, run: wordrise process';
    return status === 'pending' && because('email_waiting', message, fix);
  },

  function providerIsAway({ provider }) {
    const fix =
      'Wordrise keeps trying. If it lasts, check the network of this machine and run: wordrise doctor';
    return 'unreachable' in provider && because('provider_unreachable', provider.unreachable, fix);
  },

  function providerRefuses({ provider }) {
    const problem = 'check' in provider ? problemOf(provider) : undefined;
    return (
      problem !== undefined &&
      because('provider_refuses', problem, 'To correct the settings, run: wordrise setup')
    );
  },

  function sendIsWrong({ email: { status }, provider }) {
    if (status === 'pending' || !('send' in provider)) return false;
    if (!provider.send) return because('send_missing', 'The email provider no longer has the email.', again);
    if (provider.send.status === 'cancelled')
      return because('send_cancelled', 'The email was canceled at the email provider.', again);
    const fix = 'Check it on the email provider’s own pages.';
    const message = 'The email provider does not say that it will send the email.';
    return provider.send.status === 'unknown' && because('send_unclear', message, fix);
  },

  function sendIsMoved({ email: { scheduledDate, status }, provider, timezone }) {
    const theirs = 'send' in provider && provider.send?.status === 'pending' && provider.send.scheduledTime;
    if (status === 'pending' || !theirs) return false;
    const difference = Math.abs(theirs.getTime() - scheduledDate.getTime());
    const message = `The email provider will send the email ${showInstant(theirs, timezone)}, not ${showInstant(scheduledDate, timezone)}.`;
    return difference > emailPolicy.sameTimeMs && because('send_moved', message, again);
  },

  function clockIsWrong({ provider }) {
    const skewMs = ('check' in provider && provider.check?.clockSkewMs) || 0;
    const minutes = Math.round(Math.abs(skewMs) / minuteMs);
    const message = `This machine’s clock is ${counted(minutes, 'minute')} ${skewMs > 0 ? 'ahead of' : 'behind'} the email provider’s.`;
    const isWrong = Math.abs(skewMs) > timings.clockToleranceSeconds * 1000;
    return isWrong && because('clock_wrong', message, 'Set this machine’s clock, preferably with NTP.');
  },

  function passIsMissing({ lastPass, now, timezone }) {
    if (!lastPass) return because('no_pass', 'The processor has never run.', runPasses);
    const silentMs = now.getTime() - lastPass.finishedAt.getTime();
    const message = `The processor has not run since ${showInstant(lastPass.finishedAt, timezone)}.`;
    const isSilent = silentMs >= timings.processorSilentMinutes * minuteMs;
    return isSilent && because('no_pass', message, runPasses);
  },

  function passFailed({ lastPass }) {
    const message = 'Parts of the last pass of the processor failed.';
    return (
      (lastPass?.failures ?? 0) > 0 &&
      because('pass_failed', message, 'To see the reasons, run: wordrise process')
    );
  },

  function listIsEmpty({ readers: { total, areOnList }, publicUrl }) {
    if (total === 0) {
      return because('no_readers', 'Nobody has signed up yet.', `People sign up at ${publicUrl}`);
    }
    const message = `None of the ${total.toLocaleString('en-US')} readers is on the email provider’s list yet.`;
    return !areOnList && because('readers_waiting', message, runPasses);
  },

  function wordNeedsWork({ email: { word }, findings: [first, ...others] }) {
    const count = counted(others.length, 'more finding');
    const more = others.length > 0 ? ` There ${others.length === 1 ? 'is' : 'are'} ${count}.` : '';
    const typed = word.includes(' ') ? `"${word}"` : word;
    const fix = `Edit the word and update its email, or schedule another one. For all findings, run: wordrise words check ${typed}`;
    return first && because('word_findings', `“${word}” needs work: ${first.message}${more}`, fix);
  },

  function libraryIsLow({ wordsEnd }) {
    if (wordsEnd === undefined) return undefined;
    const day = showDay(new Date(`${wordsEnd}T12:00Z`), 'UTC');
    const fix = 'Add words on the Words page, or run: wordrise words fill';
    return because('library_low', `The autopilot has enough words only until ${day}.`, fix);
  },
];

function because(code: TomorrowRisk, message: string, fix: string): Reason {
  return { code, message, fix };
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
