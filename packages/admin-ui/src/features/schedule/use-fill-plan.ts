import { useMutation, useQuery } from '@tanstack/react-query';
import { messages, type PlanInput, type UnusedWordView } from '@wordrise/core/contract';
import { useState } from 'react';
import { useToasts } from '../../design/toast.tsx';
import { failure, messageOf } from '../../kit/failure.ts';
import { keyOf, useApi, useRefreshLists } from '../../kit/queries.ts';
import { anySeed } from './mornings.queries.ts';

/** A morning of the plan. */
export interface FillRow {
  /** `YYYY-MM-DD` */
  day: string;
  scheduledDate: string;
  /** `undefined` if no word is left. */
  word: UnusedWordView | undefined;
  /** Why it was not scheduled. */
  problem?: string;
}

export type FillPlan = ReturnType<typeof useFillPlan>;

/** A plan for the next mornings while it is reviewed and approved. */
export function useFillPlan(mornings: number, onDone: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const [edited, setEdited] = useState<FillRow[]>();
  const [done, setDone] = useState(0);
  const refresh = useRefreshLists();

  const ask = async (body: Partial<PlanInput>) => {
    const plan = await api.call('planMornings', { body: { mornings, ...body } });
    return plan.mornings.map(({ day, scheduledDate, word }): FillRow => {
      return { day, scheduledDate, word: word ?? undefined };
    });
  };
  const query = useQuery({
    queryKey: [...keyOf('planMornings'), mornings],
    queryFn: () => ask({}),
    // Words are scheduled elsewhere, so an old plan is worthless.
    gcTime: 0,
    staleTime: 0,
  });
  const rows = edited ?? query.data;

  const shuffle = useMutation({
    mutationFn: (day?: string) =>
      ask({ seed: anySeed(), ...(day === undefined ? {} : keepingAllBut(rows, day)) }),
    onSuccess: (next, day) =>
      setEdited(rows?.map((row) => (day === undefined || row.day === day ? found(next, row) : row))),
    onError: (error) => toasts.error(failure('No other words could be chosen', error)),
  });

  const approve = useMutation({
    async mutationFn(approved: readonly FillRow[]) {
      const failed: FillRow[] = [];
      setDone(0);
      for (const [at, row] of approved.entries()) {
        const problem = await schedule(row);
        if (problem !== undefined) failed.push({ ...row, problem });
        setDone(at + 1);
      }
      return failed;
    },
    onSuccess(failed, approved) {
      const count = approved.length - failed.length;
      if (count > 0) toasts.success(count === 1 ? '1 email scheduled' : `${count} emails scheduled`);
      if (failed.length === 0) onDone();
      else setEdited(failed);
      return refresh();
    },
  });

  async function schedule({ word, scheduledDate }: FillRow): Promise<string | undefined> {
    if (!word) return undefined;
    try {
      await api.call('scheduleEmail', { body: { wordId: word.id, scheduledDate, ifDayTaken: 'refuse' } });
      return undefined;
    } catch (error) {
      return messageOf(error, messages.schedule.failed);
    }
  }

  return {
    query,
    rows,
    shuffle,
    approve,
    /** How many of the approved emails are done. */
    done,
    choose: (day: string, word: UnusedWordView) =>
      setEdited(
        rows?.map((row) => (row.day === day ? { day, scheduledDate: row.scheduledDate, word } : row)),
      ),
    leaveFree: (day: string) => setEdited(rows?.filter((row) => row.day !== day)),
  };
}

/** The other words stay, and this one is not suggested again. */
function keepingAllBut(rows: readonly FillRow[] = [], day: string): Pick<PlanInput, 'chosen' | 'avoid'> {
  const others = rows.filter((row) => row.day !== day);
  const own = rows.find((row) => row.day === day)?.word;
  return {
    chosen: others.flatMap((row) => (row.word ? [{ day: row.day, wordId: row.word.id }] : [])),
    avoid: own ? [own.id] : [],
  };
}

function found(next: readonly FillRow[], row: FillRow): FillRow {
  const other = next.find(({ day }) => day === row.day);
  return other?.word ? other : row;
}
