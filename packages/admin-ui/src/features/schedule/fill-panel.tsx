import { useMutation, useQuery } from '@tanstack/react-query';
import { messages, type PlanInput, type UnusedWordView } from '@wordrise/core/contract';
import { useRef, useState } from 'react';
import { Button, ButtonLink, IconButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { Select } from '../../design/field.tsx';
import { EmptyState, Loading } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import { formatDay, formatTime } from '../../kit/dates.ts';
import { failure, messageOf, QueryError } from '../../kit/failure.tsx';
import { keyOf, useApi, useRefreshLists } from '../../kit/queries.ts';
import { useUnsavedWork } from '../../kit/unsaved-work.tsx';
import { WordPicker } from '../../kit/word-picker.tsx';
import * as styles from './schedule.css.ts';
import { anySeed, autopilotQuery } from './schedule.queries.ts';

const counts = { 7: '7 mornings', 14: '14 mornings', 30: '30 mornings' };

export interface FillPanelProps {
  /** How many mornings to plan. */
  mornings: number;
  timeZone: string;
  onMornings: (count: number) => void;
  onClose: () => void;
}

/** Suggests words for mornings without one, to review, swap and approve. Remount it to change the number. */
export function FillPanel({ mornings, timeZone, onMornings, onClose }: FillPanelProps) {
  const plan = useFillPlan(mornings, onClose);
  const { query, rows, shuffle, choose, leaveFree } = plan;
  const [searching, setSearching] = useState<string>();
  const unsaved = useUnsavedWork({
    isUnsaved: plan.approve.isPending,
    description: 'Not all emails are scheduled yet. If you leave now, the other mornings stay free.',
    onDiscard: plan.stop,
  });

  return (
    <Card
      title={`Fill the next ${mornings} mornings`}
      note={`${summaryOf(rows, { mornings, timeZone })} Nothing is scheduled until you approve.`}
      actions={
        <div className={styles.range}>
          <Select
            label="How far ahead"
            name="mornings"
            options={counts}
            value={String(mornings) as '7' | '14' | '30'}
            onChange={(value) => onMornings(Number(value))}
          />
        </div>
      }
    >
      {query.isPending && <Loading label="Choosing words" rows={Math.min(mornings, 7)} rowHeight="3.5rem" />}
      {query.error && (
        <QueryError title="No words could be chosen" query={query}>
          Emails already scheduled go out as planned.
        </QueryError>
      )}
      {rows?.length === 0 && (
        <EmptyState title="Every one of these mornings has a word">
          Look further ahead, or close this list.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <FillRows
          rows={rows}
          timeZone={timeZone}
          busyDay={shuffle.isPending ? shuffle.variables : undefined}
          onShuffle={shuffle.mutate}
          onSearch={setSearching}
          onLeaveFree={leaveFree}
        />
      )}
      {rows?.some(({ word }) => !word) && <NotEnoughWords />}
      <FillActions {...plan} onClose={onClose} />
      {unsaved.dialog}
      {searching !== undefined && rows && (
        <Dialog
          open
          width="wide"
          onOpenChange={() => setSearching(undefined)}
          title={`Choose a word for ${dayName(rows, searching, timeZone)}`}
        >
          <WordPicker
            onSelect={(word) => {
              choose(searching, word);
              setSearching(undefined);
            }}
          />
        </Dialog>
      )}
    </Card>
  );
}

/** Why some mornings have no suggestion. */
function NotEnoughWords() {
  const { data } = useQuery(autopilotQuery(useApi()));
  const { summary, widen } = data?.library ?? { summary: 'There are not enough unused words.', widen: null };
  return (
    <p className={styles.noWords}>
      {summary} {widen} <ButtonLink to="/admin/words?panel=add">Add words</ButtonLink>
    </p>
  );
}

/** How many of the mornings need a word, and from when: today does not count once its email went out. */
function summaryOf(
  rows: readonly Pick<FillRow, 'scheduledDate'>[] | undefined,
  { mornings, timeZone }: Pick<FillPanelProps, 'mornings' | 'timeZone'>,
): string {
  const first = rows?.[0];
  if (!first) return 'A suggestion for each morning without a word.';
  const count = rows.length === mornings ? 'None' : `${mornings - rows.length}`;
  return `A suggestion for each morning without a word, from ${formatDay(first.scheduledDate, timeZone)}. ${count} of the ${mornings} ${count === '1' ? 'has' : 'have'} a word already.`;
}

function dayName(rows: readonly { day: string; scheduledDate: string }[], day: string, timeZone: string) {
  const row = rows.find((each) => each.day === day);
  return row ? formatDay(row.scheduledDate, timeZone) : day;
}

type FillActionsProps = Pick<FillPlan, 'rows' | 'shuffle' | 'approve' | 'done'> & { onClose: () => void };

function FillActions({ rows, shuffle, approve, done, onClose }: FillActionsProps) {
  const ready = rows?.filter(({ word }) => word) ?? [];
  const count = ready.length === 1 ? '1 email' : `${ready.length} emails`;
  return (
    <DialogActions>
      <Button onClick={onClose} disabled={approve.isPending}>
        Close
      </Button>
      {rows && rows.length > 1 && (
        <Button
          icon="refresh"
          busy={shuffle.isPending && shuffle.variables === undefined}
          onClick={() => shuffle.mutate(undefined)}
        >
          Shuffle all
        </Button>
      )}
      {ready.length > 0 && (
        <Button
          variant="primary"
          icon="check"
          busy={approve.isPending}
          busyLabel={`Scheduling ${Math.min(done + 1, ready.length)} of ${ready.length}...`}
          onClick={() => approve.mutate(ready)}
        >
          Schedule {count}
        </Button>
      )}
    </DialogActions>
  );
}

export interface FillRowsProps {
  rows: readonly FillRow[];
  timeZone: string;
  /** The day that is being shuffled. */
  busyDay: string | undefined;
  onShuffle: (day: string) => void;
  onSearch: (day: string) => void;
  onLeaveFree: (day: string) => void;
}

/** The mornings of a plan, each with its word. */
export function FillRows({ rows, timeZone, busyDay, onShuffle, onSearch, onLeaveFree }: FillRowsProps) {
  return (
    <ol className={styles.plan} aria-label="Suggested words, the next morning first">
      {rows.map(({ day, scheduledDate, word, problem }) => {
        const name = formatDay(scheduledDate, timeZone);
        return (
          <li key={day} className={styles.planRow} data-busy={busyDay === day || undefined}>
            <p className={styles.planDay}>
              {name}
              <span className={styles.planTime}>{formatTime(scheduledDate, timeZone)}</span>
            </p>
            <div className={styles.planText}>
              {word ? (
                <>
                  <p className={styles.planWord} dir="auto">
                    {word.word}
                  </p>
                  <p className={styles.planMeaning} dir="auto">
                    {word.definition}
                  </p>
                </>
              ) : (
                <p className={styles.planNone}>No word</p>
              )}
              {problem !== undefined && <p className={styles.planProblem}>{problem}</p>}
            </div>
            <div className={styles.planTools}>
              <IconButton icon="refresh" label={`Another word for ${name}`} onClick={() => onShuffle(day)} />
              <IconButton
                icon="search"
                label={`Search for a word for ${name}`}
                onClick={() => onSearch(day)}
              />
              <IconButton icon="close" label={`Leave ${name} free`} onClick={() => onLeaveFree(day)} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

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
  const isStopped = useRef(false);
  const refresh = useRefreshLists();

  const ask = async (body: Partial<PlanInput>) => {
    const plan = await api.call('planDays', { body: { mornings, ...body } });
    return plan.mornings.map(({ day, scheduledDate, word }): FillRow => {
      return { day, scheduledDate, word: word ?? undefined };
    });
  };
  const query = useQuery({
    queryKey: [...keyOf('planDays'), mornings],
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
      let count = 0;
      isStopped.current = false;
      setDone(0);
      for (const [at, row] of approved.entries()) {
        if (isStopped.current) break;
        const problem = await schedule(row);
        if (problem === undefined) count += 1;
        else failed.push({ ...row, problem });
        setDone(at + 1);
      }
      return { failed, count };
    },
    onSuccess({ failed, count }) {
      if (count > 0) toasts.success(count === 1 ? '1 email scheduled' : `${count} emails scheduled`);
      if (failed.length > 0) setEdited(failed);
      // The page that the owner left for has panels of its own.
      else if (!isStopped.current) onDone();
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
    /** Schedules none of the approved emails that remain: the page is left. */
    stop() {
      isStopped.current = true;
    },
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
