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
import { CancelDialog } from './cancel-dialog.tsx';
import { FailedEmails } from './failed-emails.tsx';
import * as styles from './schedule.css.ts';
import { providerSendsQuery } from './schedule.queries.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduledEmails } from './scheduled-emails.tsx';
import { failedEntries, isOurs } from './sends.ts';
import { TimeDialog } from './time-dialog.tsx';

export function SchedulePage() {
  const timeZone = useTimeZone();
  const sends = useQuery(providerSendsQuery(useApi()));
  const { open, toggle, opener } = useFormToggle();
  const [cancelling, setCancelling] = useState<ProviderEntry>();
  const [moving, setMoving] = useState<ProviderEntry>();
  const failed = sends.data ? failedEntries(sends.data.entries) : [];

  return (
    <Page
      title="Schedule"
      note={`Choose a word for each morning. All times are in ${zoneName(timeZone)}.`}
      actions={
        <Button
          ref={opener}
          variant={open ? 'secondary' : 'primary'}
          icon={open ? 'close' : 'plus'}
          aria-expanded={open}
          onClick={() => toggle(!open)}
        >
          Schedule Email
        </Button>
      }
    >
      <div className={styles.page}>
        {open && (
          <Card title="Schedule New Email">
            <ScheduleForm onClose={() => toggle(false)} />
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
        <ScheduledEmails
          sends={sends.data}
          failed={sends.error !== null}
          timeZone={timeZone}
          onRefresh={() => sends.refetch()}
          onMove={setMoving}
          onCancel={setCancelling}
          onSchedule={() => toggle(true)}
        />
      </div>
      {isOurs(moving) && (
        <TimeDialog entry={moving} timeZone={timeZone} onClose={() => setMoving(undefined)} />
      )}
      <CancelDialog entry={cancelling} timeZone={timeZone} onClose={() => setCancelling(undefined)} />
    </Page>
  );
}

/** Whether the form is open is in the URL: it survives a reload and a new login, and other pages can link to it.
 * Closing it returns the focus to its button. */
function useFormToggle() {
  const [params, setParams] = useSearchParams();
  const open = params.has('new');
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return {
    open,
    opener,
    toggle: (next: boolean) =>
      setParams(next ? { new: '' } : {}, { replace: true, preventScrollReset: true }),
  };
}
