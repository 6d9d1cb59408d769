import { useQuery } from '@tanstack/react-query';
import type { ProviderEntry } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { zoneName } from '../../kit/dates.ts';
import { Page } from '../../kit/page.tsx';
import { useApi } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import { AutopilotCard } from './autopilot-card.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { DeskCalendar } from './desk-calendar.tsx';
import { FailedEmails } from './failed-emails.tsx';
import { FillPanel } from './fill-panel.tsx';
import { calendarQuery } from './mornings.queries.ts';
import * as styles from './schedule.css.ts';
import { providerSendsQuery } from './schedule.queries.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduledEmails } from './scheduled-emails.tsx';
import { failedEntries, isOurs } from './sends.ts';
import { SwapDialog } from './swap-dialog.tsx';
import { TimeDialog } from './time-dialog.tsx';

export function SchedulePage() {
  const timeZone = useTimeZone();
  const sends = useQuery(providerSendsQuery(useApi()));
  const calendar = useQuery(calendarQuery(useApi()));
  const { open, day, fill, toggle, opener } = useFormToggle();
  const [cancelling, setCancelling] = useState<ProviderEntry>();
  const [moving, setMoving] = useState<ProviderEntry>();
  const [swapping, setSwapping] = useState<ProviderEntry>();
  const failed = sends.data ? failedEntries(sends.data.entries) : [];

  return (
    <Page
      title="Schedule"
      note={`Choose a word for each morning. All times are in ${zoneName(timeZone)}.`}
      actions={
        <>
          <Button
            icon="sunrise"
            aria-expanded={fill !== undefined}
            onClick={() => toggle({ fill: fill ? undefined : '7' })}
          >
            Fill the next 7 mornings
          </Button>
          <Button
            ref={opener}
            variant={open ? 'secondary' : 'primary'}
            icon={open ? 'close' : 'plus'}
            aria-expanded={open}
            onClick={() => toggle({ new: open ? undefined : '' })}
          >
            Schedule Email
          </Button>
        </>
      }
    >
      <div className={styles.page}>
        {fill !== undefined && (
          <FillPanel
            key={fill}
            mornings={fill}
            timeZone={timeZone}
            onMornings={(count) => toggle({ fill: String(count) })}
            onClose={() => toggle({})}
          />
        )}
        {open && (
          <Card title="Schedule New Email">
            <ScheduleForm key={day} day={day} days={calendar.data?.days ?? []} onClose={() => toggle({})} />
          </Card>
        )}
        {failed.length > 0 && (
          <FailedEmails
            entries={failed}
            timeZone={timeZone}
            onScheduleAgain={setMoving}
            onRemove={setCancelling}
          />
        )}
        <DeskCalendar timeZone={timeZone} />
        <ScheduledEmails
          sends={sends.data}
          failed={sends.error !== null}
          timeZone={timeZone}
          days={calendar.data?.days ?? []}
          onRefresh={() => Promise.all([sends.refetch(), calendar.refetch()])}
          onMove={setMoving}
          onSwap={setSwapping}
          onCancel={setCancelling}
          onSchedule={() => toggle({ new: '' })}
        />
        <AutopilotCard />
      </div>
      {isOurs(moving) && (
        <TimeDialog entry={moving} timeZone={timeZone} onClose={() => setMoving(undefined)} />
      )}
      {isOurs(swapping) && (
        <SwapDialog entry={swapping} timeZone={timeZone} onClose={() => setSwapping(undefined)} />
      )}
      <CancelDialog entry={cancelling} timeZone={timeZone} onClose={() => setCancelling(undefined)} />
    </Page>
  );
}

/** What is open is in the URL: it survives a reload and a new login, and other pages can link to it. `new` is the form,
 * with a day or without, and `fill` the plan. Closing the form returns the focus to its button. */
function useFormToggle() {
  const [params, setParams] = useSearchParams();
  const open = params.has('new');
  const fill = Number(params.get('fill'));
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return {
    open,
    day: /^\d{4}-\d{2}-\d{2}$/.exec(params.get('new') ?? '')?.[0],
    fill: [7, 14, 30].includes(fill) ? fill : undefined,
    opener,
    toggle({ new: form, fill }: { new?: string | undefined; fill?: string | undefined }) {
      const next = { ...(form === undefined ? {} : { new: form }), ...(fill === undefined ? {} : { fill }) };
      setParams(next, { replace: true, preventScrollReset: true });
    },
  };
}
