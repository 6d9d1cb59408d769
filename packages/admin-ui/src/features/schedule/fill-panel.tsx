import { useState } from 'react';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Select } from '../../design/select.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { formatDay } from '../../kit/dates.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { WordPicker } from '../../kit/word-picker.tsx';
import { FillRows } from './fill-rows.tsx';
import * as styles from './mornings.css.ts';
import { type FillPlan, useFillPlan } from './use-fill-plan.ts';

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

  return (
    <Card
      title={`Fill the next ${mornings} mornings`}
      note="A suggestion for each morning without a word. Nothing is scheduled until you approve."
      actions={
        <div className={styles.range}>
          <Select
            label="Look at"
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
      {rows?.some(({ word }) => !word) && (
        <p className={styles.noWords}>
          There are not enough unused words. <ButtonLink to="/admin/words?panel=add">Add words</ButtonLink>
        </p>
      )}
      <FillActions {...plan} onClose={onClose} />
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
