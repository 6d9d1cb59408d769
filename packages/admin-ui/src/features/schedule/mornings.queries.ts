import { useMutation } from '@tanstack/react-query';
import { type AutopilotInput, limits, messages, type PlanInput } from '@wordrise/core/contract';
import { useToasts } from '../../design/toast.tsx';
import type { Api } from '../../kit/api.ts';
import { formatCalendarDay } from '../../kit/dates.ts';
import { failure } from '../../kit/failure.ts';
import { endpointQuery, useApi, useRefreshLists } from '../../kit/queries.ts';
import { isGoingOut } from './taken-morning.ts';

/** Six weeks from today by default. */
export function calendarQuery(api: Api, query: { from?: string; days?: number } = {}) {
  return endpointQuery(api, 'calendarDays', { query });
}

export function autopilotQuery(api: Api) {
  return endpointQuery(api, 'getAutopilot');
}

/** A random number, for words other than before. */
export const anySeed = () => Math.floor(Math.random() * limits.largestSeed);

/** Immediately schedules a word that the autopilot would choose for a day. */
export function useFillDay() {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    async mutationFn(day: string) {
      const body: Pick<PlanInput, 'mornings'> = { mornings: limits.morningsAhead };
      const { mornings } = await api.call('planMornings', { body });
      const morning = mornings.find((each) => each.day === day);
      if (!morning?.word) return undefined;
      const { scheduledDate, word } = morning;
      await api.call('scheduleEmail', { body: { wordId: word.id, scheduledDate, ifDayTaken: 'refuse' } });
      return word.word;
    },
    onSuccess(word, day) {
      if (word === undefined)
        toasts.error({ title: 'No unused word is left', description: 'Add words first.' });
      else toasts.success(`“${word}” goes out on ${formatCalendarDay(day)}`);
      return refresh();
    },
    onError(error) {
      toasts.error(failure(messages.schedule.failed, error));
      return refresh();
    },
  });
}

export function useSkipDay() {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    async mutationFn({ day, skip }: { day: string; skip: boolean }) {
      await api.call(skip ? 'skipDay' : 'unskipDay', { params: { day } });
      if (!skip) return undefined;
      const { days } = await api.call('calendarDays', { query: { from: day, days: 1 } });
      return days[0]?.emails.find(isGoingOut)?.word;
    },
    onSuccess(word, { day, skip }) {
      const name = formatCalendarDay(day);
      if (word === undefined)
        toasts.success(skip ? `${name} stays without an email` : `${name} is open again`);
      else
        toasts.warn({
          title: `The autopilot skips ${name}`,
          description: `“${word}” is scheduled for that day and still goes out. Cancel it if nothing should.`,
        });
      return refresh();
    },
    onError: (error) => toasts.error(failure('The day was not changed', error)),
  });
}

export function useSaveAutopilot(onSaved: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (body: AutopilotInput) => api.call('saveAutopilot', { body }),
    onSuccess({ isOn }) {
      toasts.success(
        isOn ? 'The autopilot is on. It fills the mornings within five minutes.' : 'The autopilot is off',
      );
      onSaved();
      return refresh();
    },
    onError: (error) => toasts.error(failure('The autopilot was not changed', error)),
  });
}
