import { useQuery } from '@tanstack/react-query';
import type { CalendarDayView, ProviderEntry } from '@wordrise/core/contract';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { classNames } from '../../design/class-names.ts';
import { arrive } from '../../design/layout.css.ts';
import { ViewSwitch } from '../../design/list-tools.tsx';
import { Loading } from '../../design/states.tsx';
import { morningsToFill, planLengths } from '../../kit/calendar-days.ts';
import { zoneName } from '../../kit/dates.ts';
import { lazyPart } from '../../kit/lazy-part.ts';
import { Page, toDashboard } from '../../kit/page.tsx';
import { endpointQuery, useApi, useRefreshLists } from '../../kit/queries.ts';
import { useSends } from '../../kit/sends.ts';
import { SendsUnderWay } from '../../kit/sends-under-way.tsx';
import { useTimeZone } from '../../kit/system.ts';
import { usePersistedState } from '../../kit/unsaved-work.tsx';
import { AutopilotBar } from './autopilot-bar.tsx';
import * as styles from './schedule.css.ts';
import { calendarQuery, providerSendsQuery } from './schedule.queries.ts';
import { ScheduleCalendar, useIsCalendarKnown } from './schedule-calendar.tsx';
import { scheduleDraft } from './schedule-draft.ts';
import { LoadingEntries, ScheduledEmails } from './scheduled-emails.tsx';
import { failedEntries, isOurs } from './send-entry.tsx';

// These open on a click.
const SentEmails = lazyPart(() => import('./sent-emails.tsx'), 'SentEmails');
const FailedEmails = lazyPart(() => import('./failed-emails.tsx'), 'FailedEmails');
// Few installations have one.
const CourseCard = lazyPart(() => import('./course-card.tsx'), 'CourseCard');
const ScheduleForm = lazyPart(() => import('./schedule-form.tsx'), 'ScheduleForm');
const FillPanel = lazyPart(() => import('./fill-panel.tsx'), 'FillPanel');
const TimeDialog = lazyPart(() => import('./entry-dialogs.tsx'), 'TimeDialog');
const CancelDialog = lazyPart(() => import('./entry-dialogs.tsx'), 'CancelDialog');

export function SchedulePage() {
  const timeZone = useTimeZone();
  const sends = useQuery(providerSendsQuery(useApi()));
  const calendar = useQuery(calendarQuery(useApi()));
  const course = useQuery(endpointQuery(useApi(), 'course')).data;
  const isCalendarKnown = useIsCalendarKnown(timeZone) && calendar.isFetched;
  const refresh = useRefreshLists();
  const form = useFormToggle();
  const { view, setView, sendsFromHere } = useView();
  const [canceling, setCanceling] = useState<ProviderEntry>();
  const [moving, setMoving] = useState<ProviderEntry>();
  const failed = sends.data ? failedEntries(sends.data.entries) : [];

  return (
    <Page
      back={toDashboard}
      title="Schedule"
      note={`Choose a word for each morning. All times are in ${zoneName(timeZone)}.`}
      actions={
        <PageActions
          {...form}
          offered={calendar.data ? morningsToFill(calendar.data.days) : planLengths[0]}
        />
      }
    >
      {/* Shown from the top down, so that nothing already shown is pushed down: all of it waits for a form that is open. */}
      <Suspense fallback={<Loading label="Loading the form" rows={1} rowHeight="24rem" />}>
        <div className={styles.page}>
          <OpenPanels form={form} timeZone={timeZone} days={calendar.data?.days ?? []} />
          <SendsUnderWay />
          {isCalendarKnown ? (
            <>
              <AutopilotBar />
              <ScheduleCalendar timeZone={timeZone} />
              {course?.isOn && (
                <Suspense>
                  <CourseCard course={course} />
                </Suspense>
              )}
              {sends.isFetched ? (
                <div className={classNames(styles.page, arrive)}>
                  {failed.length > 0 && (
                    <Suspense fallback={<Loading label="Loading failed emails" rows={1} rowHeight="8rem" />}>
                      <FailedEmails
                        entries={failed}
                        timeZone={timeZone}
                        onScheduleAgain={setMoving}
                        onRemove={setCanceling}
                      />
                    </Suspense>
                  )}
                  {sendsFromHere && (
                    <div className={styles.views}>
                      <ViewSwitch
                        label="Emails"
                        views={{ waiting: 'Scheduled', sent: 'Sent' }}
                        value={view}
                        onChange={setView}
                      />
                    </div>
                  )}
                  {view === 'sent' ? (
                    <Suspense fallback={<Loading label="Loading sent emails" rows={3} rowHeight="4rem" />}>
                      <SentEmails timeZone={timeZone} />
                    </Suspense>
                  ) : (
                    <ScheduledEmails
                      sends={sends.data}
                      failed={sends.error !== null}
                      timeZone={timeZone}
                      days={calendar.data?.days ?? []}
                      onRefresh={refresh}
                      onMove={setMoving}
                      onCancel={setCanceling}
                      onSchedule={() => form.toggle({ new: '' })}
                    />
                  )}
                </div>
              ) : (
                <LoadingEntries />
              )}
            </>
          ) : (
            <Loading label="Loading the calendar" rows={1} rowHeight="15rem" />
          )}
        </div>
      </Suspense>
      <Suspense>
        {isOurs(moving) && (
          <TimeDialog
            entry={moving}
            timeZone={timeZone}
            days={calendar.data?.days ?? []}
            onClose={() => setMoving(undefined)}
          />
        )}
        {canceling && (
          <CancelDialog
            entry={canceling}
            timeZone={timeZone}
            days={calendar.data?.days ?? []}
            onClose={() => setCanceling(undefined)}
          />
        )}
      </Suspense>
    </Page>
  );
}

/** Emails that wait, or those that were sent, if they are sent from here. In the URL, so that other pages can link to it. */
function useView() {
  const [params, setParams] = useSearchParams();
  const { sendsFromHere } = useSends();
  const isSent = sendsFromHere && params.get('view') === 'sent';
  return {
    sendsFromHere,
    view: isSent ? ('sent' as const) : ('waiting' as const),
    setView(view: 'waiting' | 'sent') {
      setParams(view === 'sent' ? { view } : {}, { replace: true, preventScrollReset: true });
    },
  };
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
  const wanted = useWantedWord();
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
      {open && !wanted.isLoading && (
        <Card title="Schedule New Email">
          <ScheduleForm
            key={day}
            day={day}
            days={days}
            draft={draft ?? (wanted.data && { word: wanted.data })}
            onDraft={setDraft}
            onClose={() => toggle({})}
          />
        </Card>
      )}
    </>
  );
}

/** The word that a link from another page wants to schedule. */
function useWantedWord() {
  const [params] = useSearchParams();
  const id = Number(params.get('word') ?? 0);
  return useQuery({
    ...endpointQuery(useApi(), 'getWord', { params: { id } }),
    select: ({ id, word, definition }) => ({ id, word, definition }),
    enabled: Number.isSafeInteger(id) && id > 0,
  });
}

/** @param props.offered The mornings of a plan that would add an email; the shortest one until that is known. */
function PageActions({ open, fill, toggle, opener, offered }: Toggle & { offered: number | undefined }) {
  const mornings = fill ?? offered;
  return (
    <>
      {mornings !== undefined && (
        <Button
          icon="sunrise"
          aria-expanded={fill !== undefined}
          onClick={() => toggle({ fill: fill ? undefined : String(mornings) })}
        >
          Fill the next {mornings} mornings
        </Button>
      )}
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

/**
 * The open panel is in the URL: it survives a reload and a new login, and other pages can link to it. `new` is the form,
 * with or without a day, and `fill` the plan. What is chosen in the form survives too, until it closes. Closing the form
 * returns the focus to its button.
 */
export function useFormToggle() {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = usePersistedState('schedule', scheduleDraft);
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
    fill: planLengths.find((length) => length === fill),
    opener,
    draft,
    setDraft,
    toggle({ new: form, fill }: { new?: string | undefined; fill?: string | undefined }) {
      const next = { ...(form === undefined ? {} : { new: form }), ...(fill === undefined ? {} : { fill }) };
      setDraft(undefined);
      setParams(next, { replace: true, preventScrollReset: true });
    },
  };
}
