import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type CalendarDayView,
  type FirstSteps as Facts,
  firstSettings,
  messages,
} from '@wordrise/core/contract';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { AlertDialog } from '../../design/dialog.tsx';
import { Badge } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import { ApiError } from '../../kit/api.ts';
import { isGoingOut, nextMorning } from '../../kit/calendar-days.ts';
import { failure, messageOf } from '../../kit/failure.tsx';
import { endpointQuery, keyOf, useApi, useRefreshLists } from '../../kit/queries.ts';
import type { useUnderWay } from '../../kit/sends.ts';
import { isStepMarked, markStep, type StepMark } from '../../kit/step-marks.ts';
import { useSystem } from '../../kit/system.ts';
import * as styles from './dashboard.css.ts';

interface Step {
  label: string;
  isDone: boolean;
  /** The button or link that does it, until it is done. */
  action?: ReactNode;
}

/** Data for the first steps, loaded with the rest of the dashboard unless they were hidden here. */
export function useFirstSteps() {
  const [marks, mark] = useMarks();
  const facts = useQuery({
    ...endpointQuery(useApi(), 'firstSteps'),
    enabled: !marks.hidden,
    staleTime: 0,
    // The form is in another tab.
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => (data && !data.sent ? firstSendPollMs : false),
  });
  useRefreshOnceSent(facts.data?.sent);
  return { marks, mark, facts: facts.data, isLoading: !marks.hidden && !facts.isFetched };
}

/** Until the first email is sent: it is due in a minute, and someone is watching. */
const firstSendPollMs = 5000;

/** The rest of the page follows when the first email has gone out. */
function useRefreshOnceSent(sent: boolean | undefined) {
  const refresh = useRefreshLists();
  const before = useRef(sent);
  useEffect(() => {
    if (before.current === false && sent) refresh();
    before.current = sent;
  }, [sent, refresh]);
}

export interface FirstStepsProps extends Omit<ReturnType<typeof useFirstSteps>, 'isLoading'> {
  /** The days from today on; empty if they could not be loaded. */
  days: readonly CalendarDayView[];
  underWay: ReturnType<typeof useUnderWay>;
}

/** The first things a new owner does. Disappears once all are done or when it is hidden. */
export function FirstSteps({ marks, mark, facts, days, underWay }: FirstStepsProps) {
  const sandbox = useSystem()?.email.isSandbox ?? false;
  if (marks.hidden || !facts) return null;
  const steps = stepsOf(facts, {
    days,
    underWay,
    sandbox,
    hasRead: marks.read,
    onRead: () => mark('read'),
  });
  if (steps.every(({ isDone }) => isDone)) return null;

  return (
    <Card
      title="First steps"
      actions={
        <Button size="small" variant="quiet" onClick={() => mark('hidden')}>
          Hide
        </Button>
      }
    >
      <ol className={styles.steps}>
        {steps.map(({ label, isDone, action }) => (
          <li key={label} className={styles.step} data-done={isDone || undefined}>
            <span>{label}</span>
            {isDone ? <Badge tone="good">Done</Badge> : action}
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface Around extends Pick<FirstStepsProps, 'days' | 'underWay'> {
  sandbox: boolean;
  hasRead: boolean;
  onRead: () => void;
}

function stepsOf(facts: Facts, { days, underWay, sandbox, hasRead, onRead }: Around): Step[] {
  const link = (to: string, label: string) => (
    <ButtonLink size="small" to={to}>
      {label}
    </ButtonLink>
  );
  const openOutbox = (
    <ButtonLink size="small" to="/admin/outbox" onClick={onRead}>
      Open the outbox
    </ButtonLink>
  );
  const iReadIt = (
    <Button size="small" onClick={onRead}>
      I have read it
    </Button>
  );
  return [
    { label: 'Create the admin account', isDone: facts.account },
    settingsStep(facts, link),
    // A new installation usually comes with words.
    ...(facts.words
      ? []
      : [{ label: 'Fill the library', isDone: false, action: link('/admin/words', 'Add words') }]),
    facts.unconfirmed && !facts.signedUp
      ? {
          label: 'Confirm your signup: open the link in the email',
          isDone: false,
          action: sandbox && link('/admin/outbox', 'Open the outbox'),
        }
      : {
          label: 'Sign up as a reader',
          isDone: facts.signedUp,
          action: (
            <ButtonLink size="small" to="/#signup" reloadDocument>
              Open the form
            </ButtonLink>
          ),
        },
    {
      label: sandbox ? 'Send a word in one minute' : 'Send a first word',
      isDone: facts.sent,
      // Otherwise a second one would be sent after a reload.
      action: underWay ? (
        <Badge tone="info">
          {underWay.hasBegun
            ? `“${underWay.word}” ${underWay.isHeld ? 'waits to be sent' : 'is being sent'}`
            : `“${underWay.word}” goes out in a minute or two`}
        </Badge>
      ) : sandbox ? (
        // Without a reader it would be sent to nobody, and there would be nothing to read.
        facts.reader && facts.words && <SendNow />
      ) : (
        link('/admin/schedule?new=', 'Schedule a word')
      ),
    },
    {
      label: sandbox ? 'Read it' : 'Read it in your own inbox',
      isDone: facts.sent && hasRead,
      action: facts.sent && (sandbox ? openOutbox : iReadIt),
    },
    nextWord(days, (day) => link(`/admin/schedule?new=${day}`, 'Choose a word')),
    {
      label: 'Make it look like yours',
      isDone: facts.template,
      action: link('/admin/templates/design', 'Open the design'),
    },
    {
      label: 'Embed the form on your site',
      isDone: facts.embedded,
      action: link('/admin/embed', 'Get the code'),
    },
  ];
}

const settingNames: Record<(typeof firstSettings)[number], string> = {
  name: 'name',
  timeZone: 'time zone',
  sender: 'sender',
};

/** Names the settings that are missing, and leads to the first of them. */
function settingsStep(
  { settings, missingSettings }: Facts,
  link: (to: string, label: string) => ReactNode,
): Step {
  const [first = 'name'] = missingSettings;
  const names = (settings ? firstSettings : missingSettings).map((setting) => settingNames[setting]);
  // Without a comma before "and", as in every other text here.
  const listed = new Intl.ListFormat('en-GB').format(names);
  const step = firstSettings.indexOf(first) + 1;
  return {
    label: listed.charAt(0).toUpperCase() + listed.slice(1),
    isDone: settings,
    action: link(
      step === 1 ? '/admin/start' : `/admin/start?step=${step}`,
      missingSettings.length === 1 ? 'Fill it in' : 'Fill them in',
    ),
  };
}

/** The word of the next morning that should have one, which is not tomorrow before a rest day. */
function nextWord(days: FirstStepsProps['days'], link: (day: string) => ReactNode): Step {
  const next = nextMorning(days);
  const isTomorrow = !next || next === days[1];
  return {
    label: isTomorrow ? 'Choose tomorrow’s word' : 'Choose the next word',
    isDone: next?.emails.some(isGoingOut) ?? false,
    action: link(next?.day ?? ''),
  };
}

/** The word that the next open morning would get, because the first one of the alphabet is rarely a good start. */
async function chooseWord(api: ReturnType<typeof useApi>) {
  const { mornings } = await api.call('planDays', { body: { mornings: 14 } });
  const [planned] = mornings.flatMap(({ word }) => word ?? []);
  if (planned) return planned;
  const { words } = await api.call('listUnusedWords', { query: { page: 1, limit: 1 } });
  return words[0];
}

/** Schedules an unused word for the next minute; asks first if the day has an email. */
function SendNow() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const send = useMutation({
    async mutationFn(ifDayTaken: 'refuse' | 'schedule') {
      const word = await chooseWord(api);
      if (!word) throw new Error('The library has no unused word.');
      const scheduledDate = new Date(Date.now() + 60_000).toISOString();
      await api.call('scheduleEmail', { body: { wordId: word.id, scheduledDate, ifDayTaken } });
      return word.word;
    },
    onSuccess: (word) => toasts.success(`“${word}” goes out in one minute`),
    onError(error) {
      if (!isDayTaken(error)) toasts.error(failure(messages.schedule.failed, error));
    },
    async onSettled() {
      await refresh();
      await client.invalidateQueries({ queryKey: keyOf('firstSteps') });
    },
  });
  return (
    <>
      <Button size="small" busy={send.isPending} busyLabel="Sending..." onClick={() => send.mutate('refuse')}>
        {send.isSuccess ? 'Send another' : 'Send one now'}
      </Button>
      <AlertDialog
        open={isDayTaken(send.error)}
        onOpenChange={() => send.reset()}
        title="Send a second email today?"
        description={messageOf(send.error, '')}
        confirmLabel="Send it"
        cancelLabel="Do not send it"
        onConfirm={() => send.mutate('schedule')}
      />
    </>
  );
}

function isDayTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'schedule.day_taken';
}

/** Kept by this browser; without storage they last as long as the page. */
function useMarks() {
  const [marks, setMarks] = useState({ hidden: isStepMarked('hidden'), read: isStepMarked('read') });
  function mark(name: StepMark) {
    markStep(name);
    setMarks((now) => ({ ...now, [name]: true }));
  }
  return [marks, mark] as const;
}
