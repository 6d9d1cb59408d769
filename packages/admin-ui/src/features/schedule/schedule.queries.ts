import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  type AutopilotInput,
  type DayRange,
  limits,
  type MoveInput,
  messages,
  type PlanInput,
  type ProviderEntry,
  type ScheduleInput,
  type SkippedEmail,
  timings,
  weekdaysText,
} from '@wordrise/core/contract';
import { useState } from 'react';
import { useToasts } from '../../design/toast.tsx';
import { type Api, ApiError } from '../../kit/api.ts';
import { formatCalendarDay, formatCalendarDays } from '../../kit/dates.ts';
import { toastSaved } from '../../kit/email-actions.tsx';
import { failure, formFailure, hasFieldErrors, messageOf } from '../../kit/failure.tsx';
import { counted } from '../../kit/figures.ts';
import { endpointQuery, keyOf, useApi, useRefreshLists } from '../../kit/queries.ts';
import { useUndo } from '../../kit/undo.ts';

export interface Sends {
  entries: ProviderEntry[];
  /** The provider did not answer: the list is from our own records. */
  unreachable: boolean;
}

/** Polled every 30 seconds, even in a hidden tab. */
export function providerSendsQuery(api: Api) {
  return queryOptions({
    queryKey: keyOf('listProviderSends'),
    async queryFn({ signal }): Promise<Sends> {
      const response = await api.open('listProviderSends', { signal });
      return {
        entries: await response.json(),
        unreachable: response.headers.get('X-Email-Provider') === 'unreachable',
      };
    },
    refetchInterval: timings.schedulePollMs,
    refetchIntervalInBackground: true,
    // Sends at the provider change without our doing: returning to the page refetches at once.
    refetchOnMount: 'always',
  });
}

interface ScheduleCallbacks {
  onScheduled: () => void;
  /** The word can no longer be scheduled: someone else scheduled or removed it. */
  onWordGone: () => void;
}

export function useScheduleEmail({ onScheduled, onWordGone }: ScheduleCallbacks) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (body: ScheduleInput) => api.call('scheduleEmail', { body }),
    onSuccess(email) {
      toastSaved(toasts, messages.schedule.scheduled, email);
      onScheduled();
      return refresh();
    },
    onError(error) {
      toasts.error({
        title: messages.schedule.errorTitle,
        description: messageOf(error, messages.schedule.failed),
      });
      const code = error instanceof ApiError ? error.code : undefined;
      if (code !== 'schedule.word_waiting' && code !== 'word.not_found') return;
      onWordGone();
      refresh();
    },
  });
}

/** @param onSettled Not called when the form shows what is wrong. */
export function useMoveEmail(onSettled: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const undo = useUndo();
  const move = (id: number, to: MoveInput) => api.call('moveEmail', { params: { id }, body: to });
  return useMutation({
    mutationFn: ({ entry, to }: { entry: ProviderEntry & { id: number }; to: MoveInput }) =>
      move(entry.id, to),
    onSuccess(email, { entry }) {
      const { id, scheduledTime: before, status } = entry;
      const back =
        before === null || status === 'failed'
          ? undefined
          : undo(() => move(id, { scheduledDate: before }), 'It goes out at its old time again');
      toastSaved(toasts, messages.schedule.moved, email, back);
      onSettled();
      return refresh();
    },
    onError(error) {
      toasts.error(formFailure('The time was not changed', error));
      if (hasFieldErrors(error)) return;
      onSettled();
      refresh();
    },
  });
}

export function useCancelEntry(onSettled: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const undo = useUndo();
  return useMutation({
    mutationFn({ id, sendId, status }: ProviderEntry) {
      // A failed email is removed by our own id, even if the provider still knows the send.
      if (id !== null && (sendId === null || status !== 'pending')) {
        return api.call('cancelEmail', { params: { id } });
      }
      return api.call('cancelSend', { params: { sendId: sendId ?? '' } });
    },
    onSuccess(_answer, { status, wordId, scheduledTime: scheduledDate, reason }) {
      const isPending = status === 'pending';
      const title = isPending ? messages.schedule.canceled : 'Removed from the list of failed emails';
      // A send that was made in the provider's own pages cannot be made again here.
      const isOurs = wordId !== null && scheduledDate !== null;
      const action = !isOurs
        ? undefined
        : isPending
          ? undo(
              () => api.call('scheduleEmail', { body: { wordId, scheduledDate } }),
              'It is scheduled again, at the same time',
            )
          : undo(
              () => api.call('restoreEmail', { body: { wordId, scheduledDate, reason } }),
              'It is back on the list of failed emails',
            );
      toasts.success({ title, action });
      onSettled();
      return refresh();
    },
    onError(error, { status }) {
      const title =
        status === 'pending'
          ? messages.schedule.cancelFailed
          : 'The failed email was not removed from the list';
      toasts.error(failure(title, error));
      onSettled();
      // Sent, or canceled elsewhere: the list that still shows it is out of date.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) refresh();
    },
  });
}

/** Six weeks from today by default. */
export function calendarQuery(api: Api, query: { from?: string; days?: number } = {}) {
  return endpointQuery(api, 'calendarDays', { query });
}

export function autopilotQuery(api: Api) {
  return endpointQuery(api, 'getAutopilot');
}

/** Fetched again on every visit, because settings and clocks change elsewhere, and as often as the sends it is shown above. */
export function offTimeQuery(api: Api) {
  return {
    ...endpointQuery(api, 'listOffTime'),
    refetchInterval: timings.schedulePollMs,
    refetchIntervalInBackground: true,
    refetchOnMount: 'always' as const,
  };
}

/** A random number, for words other than before. */
export const anySeed = () => Math.floor(Math.random() * limits.largestSeed);

const noWord = {
  title: 'No word could be chosen',
  description: 'Add words, or let the autopilot draw from more of them.',
};

/** Immediately schedules a word that the autopilot would choose for a day. */
export function useFillDay() {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    async mutationFn(day: string) {
      const body: Pick<PlanInput, 'mornings'> = { mornings: limits.morningsAhead };
      const { mornings } = await api.call('planDays', { body });
      const morning = mornings.find((each) => each.day === day);
      if (!morning?.word) return undefined;
      const { scheduledDate, word } = morning;
      await api.call('scheduleEmail', { body: { wordId: word.id, scheduledDate, ifDayTaken: 'refuse' } });
      return word.word;
    },
    onSuccess(word, day) {
      if (word === undefined) toasts.error(noWord);
      else toasts.success(`“${word}” goes out on ${formatCalendarDay(day)}`);
      return refresh();
    },
    onError(error) {
      toasts.error(failure(messages.schedule.failed, error));
      return refresh();
    },
  });
}

interface SkipChange extends DayRange {
  /** Otherwise, the days are open again. */
  skip: boolean;
  /** The emails to cancel, which the owner was asked about. */
  cancel?: readonly SkippedEmail[];
}

/** Emails that still go out on days that were just left without one. */
export interface StayingEmails {
  /** Left out unless there are some. */
  question: { emails: readonly SkippedEmail[] /** Without a period. */; why: string } | undefined;
  isPending: boolean;
  keep(): void;
  cancel(): void;
}

/** Days that were skipped, and the emails that still go out on them. */
interface SkipQuestion extends DayRange {
  emails: SkippedEmail[];
}

export type SkipDays = ReturnType<typeof useSkipDays>;

/** Says which emails were canceled, with a way to take that back, and why others were not. */
function useTellCanceled() {
  const api = useApi();
  const toasts = useToasts();
  const undo = useUndo();
  return (asked: readonly SkippedEmail[], left: readonly SkippedEmail[], follows?: string) => {
    const canceled = asked.filter(({ id }) => !left.some((email) => email.id === id));
    if (canceled.length === 0) return toasts.warn(notCanceled(left));
    const { length } = canceled;
    const action = undo(
      () => scheduleAgain(api, canceled),
      length === 1
        ? 'It is scheduled again, at the same time'
        : 'They are scheduled again, at the same times',
    );
    const title = `${counted(length, 'email')} canceled`;
    if (left.length === 0) return toasts.success({ title, description: follows, action });
    const { names, description } = notCanceled(left);
    toasts.warn({ title: `${title}, not ${names}`, description, action });
  };
}

/** Skips days or opens them again. If emails still go out on skipped days, `SkipDialog` asks about them. */
export function useSkipDays() {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const tellCanceled = useTellCanceled();
  const [question, setQuestion] = useState<SkipQuestion>();
  const mutation = useMutation({
    async mutationFn({ from, until, skip, cancel }: SkipChange): Promise<SkippedEmail[]> {
      const params = { day: from };
      const body = { until, cancelEmails: cancel !== undefined };
      if (skip) return (await api.call('skipDay', { params, body })).emails;
      await api.call('unskipDay', { params, query: { until } });
      return [];
    },
    onSuccess(emails, { skip, cancel, ...days }) {
      const isAsked = emails.length > 0 && !cancel;
      setQuestion(isAsked ? { ...days, emails } : undefined);
      if (cancel) tellCanceled(cancel, emails, `${skipText(days, true)}.`);
      else if (!isAsked) toasts.success(skipText(days, skip));
      return refresh();
    },
    onError: (error, { cancel }) =>
      toasts.error(failure(cancel ? 'The emails were not canceled' : 'The days were not changed', error)),
  });
  const why = question && `The autopilot skips ${formatCalendarDays(question)}`;
  const staying: StayingEmails = {
    question: question && why !== undefined ? { emails: question.emails, why } : undefined,
    isPending: mutation.isPending,
    keep() {
      if (why !== undefined) toasts.success(why);
      setQuestion(undefined);
    },
    cancel() {
      if (!question) return;
      const { emails, ...days } = question;
      mutation.mutate({ ...days, skip: true, cancel: emails });
    },
  };
  return { ...mutation, staying };
}

function skipText(days: DayRange, skip: boolean): string {
  const isOne = days.from === days.until;
  const text = skip ? `${isOne ? 'stays' : 'stay'} without an email` : `${isOne ? 'is' : 'are'} open again`;
  return `${formatCalendarDays(days)} ${text}`;
}

/** Each reason once. */
function notCanceled(emails: readonly SkippedEmail[]) {
  const names = emails.map(({ word }) => `“${word}”`).join(', ');
  const problems = new Set(emails.map(({ problem }) => problem ?? 'It was scheduled meanwhile.'));
  return { title: `Not canceled: ${names}`, names, description: [...problems].join(' ') };
}

/** One that is refused, such as one whose time has passed meanwhile, keeps no other from it. */
async function scheduleAgain(api: Api, emails: readonly SkippedEmail[]): Promise<void> {
  let refusal: unknown;
  for (const { wordId, scheduledDate } of emails) {
    try {
      await api.call('scheduleEmail', { body: { wordId, scheduledDate } });
    } catch (error) {
      refusal ??= error;
    }
  }
  if (refusal !== undefined) throw refusal;
}

/** If emails still go out on weekdays that were taken out, `SkipDialog` asks about them. */
export function useSaveAutopilot(onSaved: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const tellCanceled = useTellCanceled();
  const [question, setQuestion] = useState<StayingEmails['question']>();
  const saved = () => {
    setQuestion(undefined);
    onSaved();
  };
  const mutation = useMutation({
    mutationFn: (body: AutopilotInput) => api.call('saveAutopilot', { body }),
    onSuccess({ isOn, days, emails }) {
      if (emails) setQuestion({ emails, why: `The autopilot is set to ${weekdaysText(days)}` });
      else {
        toasts.success(isOn ? 'The autopilot is on. Its mornings are filled.' : 'The autopilot is off');
        saved();
      }
      return refresh();
    },
    onError: (error) => toasts.error(failure('The autopilot was not changed', error)),
  });
  const canceling = useMutation({
    mutationFn: (emails: readonly SkippedEmail[]) => cancelEach(api, emails),
    onSuccess(left, emails) {
      tellCanceled(emails, left);
      saved();
      return refresh();
    },
  });
  const staying: StayingEmails = {
    question,
    isPending: canceling.isPending,
    keep() {
      if (question) toasts.success(question.why);
      saved();
    },
    cancel: () => question && canceling.mutate(question.emails),
  };
  return { ...mutation, staying };
}

/** @returns those that were not canceled, with the reasons */
async function cancelEach(api: Api, emails: readonly SkippedEmail[]): Promise<SkippedEmail[]> {
  const left: SkippedEmail[] = [];
  for (const email of emails) {
    try {
      await api.call('cancelEmail', { params: { id: email.id } });
    } catch (error) {
      left.push({ ...email, problem: messageOf(error, messages.schedule.cancelFailed) });
    }
  }
  return left;
}
