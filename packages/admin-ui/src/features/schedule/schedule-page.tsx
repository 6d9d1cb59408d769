import { useQuery } from '@tanstack/react-query';
import type { CalendarDayView, ProviderEntry } from '@wordrise/core/contract';
import { Suspense, useState } from 'react';
import { arrive } from '../../design/arrive.css.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { classNames } from '../../design/class-names.ts';
import { Loading } from '../../design/skeleton.tsx';
import { zoneName } from '../../kit/dates.ts';
import { lazyPart } from '../../kit/lazy-part.ts';
import { Page } from '../../kit/page.tsx';
import { useApi } from '../../kit/queries.ts';
import { SendsUnderWay } from '../../kit/sends-under-way.tsx';
import { useTimeZone } from '../../kit/system.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { DeskCalendar, useIsDeskKnown } from './desk-calendar.tsx';
import { FailedEmails } from './failed-emails.tsx';
import { calendarQuery } from './mornings.queries.ts';
import * as styles from './schedule.css.ts';
import { providerSendsQuery } from './schedule.queries.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { LoadingEntries, ScheduledEmails } from './scheduled-emails.tsx';
import { failedEntries, isOurs } from './sends.ts';
import { useFormToggle } from './use-form-toggle.ts';

// These are at the bottom: nothing above waits for them.
const AutopilotCard = lazyPart(() => import('./autopilot-card.tsx'), 'AutopilotCard');
const SentEmails = lazyPart(() => import('./sent-emails.tsx'), 'SentEmails');
// These open on a click.
const FillPanel = lazyPart(() => import('./fill-panel.tsx'), 'FillPanel');
const SwapDialog = lazyPart(() => import('./swap-dialog.tsx'), 'SwapDialog');
const TimeDialog = lazyPart(() => import('./time-dialog.tsx'), 'TimeDialog');

export function SchedulePage() {
  const timeZone = useTimeZone();
  const sends = useQuery(providerSendsQuery(useApi()));
  const calendar = useQuery(calendarQuery(useApi()));
  const isCalendarKnown = useIsDeskKnown(timeZone) && calendar.isFetched;
  const form = useFormToggle();
  const [cancelling, setCancelling] = useState<ProviderEntry>();
  const [moving, setMoving] = useState<ProviderEntry>();
  const [swapping, setSwapping] = useState<ProviderEntry>();
  const failed = sends.data ? failedEntries(sends.data.entries) : [];

  return (
    <Page
      title="Schedule"
      note={`Choose a word for each morning. All times are in ${zoneName(timeZone)}.`}
      actions={<PageActions {...form} />}
    >
      <div className={styles.page}>
        <OpenPanels form={form} timeZone={timeZone} days={calendar.data?.days ?? []} />
        <SendsUnderWay />
        {/* Shown from the top down, so that nothing already shown is pushed down. */}
        {isCalendarKnown ? (
          <>
            <DeskCalendar timeZone={timeZone} />
            {sends.isFetched ? (
              <div className={classNames(styles.page, arrive)}>
                {failed.length > 0 && (
                  <FailedEmails
                    entries={failed}
                    timeZone={timeZone}
                    onScheduleAgain={setMoving}
                    onRemove={setCancelling}
                  />
                )}
                <ScheduledEmails
                  sends={sends.data}
                  failed={sends.error !== null}
                  timeZone={timeZone}
                  days={calendar.data?.days ?? []}
                  onRefresh={() => Promise.all([sends.refetch(), calendar.refetch()])}
                  onMove={setMoving}
                  onSwap={setSwapping}
                  onCancel={setCancelling}
                  onSchedule={() => form.toggle({ new: '' })}
                />
                <Suspense>
                  <AutopilotCard />
                  <SentEmails timeZone={timeZone} />
                </Suspense>
              </div>
            ) : (
              <LoadingEntries />
            )}
          </>
        ) : (
          <Loading label="Loading the calendar" rows={1} rowHeight="15rem" />
        )}
      </div>
      <Suspense>
        {isOurs(moving) && (
          <TimeDialog entry={moving} timeZone={timeZone} onClose={() => setMoving(undefined)} />
        )}
        {isOurs(swapping) && (
          <SwapDialog entry={swapping} timeZone={timeZone} onClose={() => setSwapping(undefined)} />
        )}
      </Suspense>
      <CancelDialog entry={cancelling} timeZone={timeZone} onClose={() => setCancelling(undefined)} />
    </Page>
  );
}

type Toggle = ReturnType<typeof useFormToggle>;

interface OpenPanelsProps {
  form: Toggle;
  timeZone: string;
  days: readonly CalendarDayView[];
}

/** The mornings to fill and the form, if they are open. */
function OpenPanels({ form, timeZone, days }: OpenPanelsProps) {
  const { open, day, fill, draft, setDraft, toggle } = form;
  return (
    <>
      {fill !== undefined && (
        <Suspense fallback={<Loading label="Looking for free mornings" rows={1} rowHeight="20rem" />}>
          <FillPanel
            key={fill}
            mornings={fill}
            timeZone={timeZone}
            onMornings={(count) => toggle({ fill: String(count) })}
            onClose={() => toggle({})}
          />
        </Suspense>
      )}
      {open && (
        <Card title="Schedule New Email">
          <ScheduleForm
            key={day}
            day={day}
            days={days}
            draft={draft}
            onDraft={setDraft}
            onClose={() => toggle({})}
          />
        </Card>
      )}
    </>
  );
}

function PageActions({ open, fill, toggle, opener }: Toggle) {
  return (
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
        icon="plus"
        aria-expanded={open}
        onClick={() => toggle({ new: open ? undefined : '' })}
      >
        Schedule Email
      </Button>
    </>
  );
}
