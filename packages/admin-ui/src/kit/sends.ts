import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type DeliveryFailure,
  type DeliveryProgress,
  type DeliveryState,
  limits,
  type SendAction,
  type sendStanding,
  timings,
} from '@wordrise/core/contract';
import type { BadgeProps } from '../design/states.tsx';
import { useToasts } from '../design/toast.tsx';
import { type Api, ApiError } from './api.ts';
import { useNow } from './dates.ts';
import { failure } from './failure.tsx';
import { endpointQuery, keyOf, useApi } from './queries.ts';
import { useSystem } from './system.ts';

const hourMs = 3_600_000;

/** When to look at sends again, in milliseconds; `false` if nothing will change on its own. */
export function nextPollMs(sends: readonly DeliveryProgress[], nextAt: string | null, now: Date) {
  const open = sends.filter(({ status }) => status !== 'sent');
  // Sends with only retries left take hours.
  const isBusy = open.some(({ status, ...left }) => status === 'preparing' || isMoving({ status, ...left }));
  if (isBusy) return timings.sendPollMs;
  if (open.length > 0) return timings.waitingSendPollMs;
  if (nextAt === null) return false;
  const waitMs = new Date(nextAt).getTime() - now.getTime();
  return Math.min(Math.max(waitMs, timings.waitingSendPollMs), hourMs);
}

function isMoving(progress: Pick<DeliveryProgress, 'status' | 'queued' | 'inFlight' | 'nextAt'>) {
  const { status, queued, inFlight, nextAt } = progress;
  // Between two waves, nothing moves for an hour or more.
  return status === 'sending' && queued + inFlight > 0 && nextAt === null;
}

/**
 * The latest sends. Polled while one is running and this tab is visible, and after that not before the next one is due.
 */
function sendsQuery(api: Api) {
  return queryOptions({
    ...endpointQuery(api, 'listSends', { query: { limit: limits.sendsListed } }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval({ state: { data } }) {
      if (!data) return timings.waitingSendPollMs;
      const sends = data.sends.map(({ progress }) => progress);
      return nextPollMs(sends, data.nextAt, new Date());
    },
  });
}

/** The latest sends, if emails are sent from here. */
export function useSends() {
  const sendsFromHere = useSystem()?.email.ownsList ?? false;
  const list = useQuery({ ...sendsQuery(useApi()), enabled: sendsFromHere });
  return { list, sendsFromHere };
}

/** How long before its time an email counts as under way: nobody should schedule another one meanwhile. */
const soonMs = 2 * 60_000;

/** An email that goes out in a minute or two, or that is being sent or late, and whether something keeps it. */
export function useUnderWay(): { word: string; hasBegun: boolean; isHeld: boolean } | undefined {
  const api = useApi();
  useNow();
  const { list } = useSends();
  const whenSeen = { staleTime: 0, refetchOnWindowFocus: true };
  const tomorrow = useQuery({ ...endpointQuery(api, 'tomorrow'), ...whenSeen });
  const overview = useQuery({ ...endpointQuery(api, 'overview'), ...whenSeen });
  const open = list.data?.sends.find(({ progress }) => progress.status !== 'sent');
  const isHeld = Boolean(tomorrow.data?.sendingHeldSince) || tomorrow.data?.verdict === 'at_risk';
  if (open) return { word: open.word, hasBegun: true, isHeld };
  const now = Date.now();
  for (const email of [tomorrow.data?.email, overview.data?.next]) {
    if (!email) continue;
    const at = Date.parse(email.scheduledDate);
    const hasBegun = at <= now || ('isDue' in email && email.isDue);
    if (hasBegun || at - now < soonMs) return { word: email.word, hasBegun, isHeld };
  }
  return undefined;
}

const failed: Record<SendAction, string> = {
  pause: 'The email was not paused',
  resume: 'The email was not resumed',
  stop: 'The email was not stopped',
  again: 'Nothing was sent again',
  leave: 'Nothing was decided',
};

/** Pauses, resumes or stops an email, or sends it again. */
export function useChangeSend(onSettled: () => void = () => {}) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const refresh = () =>
    Promise.all(
      (['listSends', 'getDelivery', 'listRecipients', 'tomorrow'] as const).map((name) =>
        client.invalidateQueries({ queryKey: keyOf(name) }),
      ),
    );
  return useMutation({
    mutationFn: ({ id, action }: { id: number; action: SendAction }) =>
      api.call('changeDelivery', { params: { id }, body: { action } }),
    onError(error, { action }) {
      // It ended, or someone else did the same: the refreshed list shows the current state.
      const isSettled = error instanceof ApiError && error.code === 'schedule.not_sending';
      if (isSettled) toasts.warn(failure(failed[action], error));
      else toasts.error(failure(failed[action], error));
    },
    async onSettled() {
      await refresh();
      onSettled();
    },
  });
}

/** The page of one email's deliveries. */
export function deliveryPath(id: number): string {
  return `/admin/delivery?email=${id}`;
}

export const sendBadges = {
  preparing: { tone: 'info', children: 'Preparing' },
  sending: { tone: 'today', icon: 'mail', children: 'Sending' },
  paused: { tone: 'warn', children: 'Paused' },
  interrupted: { tone: 'warn', children: 'Interrupted' },
  sent: { tone: 'good', children: 'Sent' },
} as const satisfies Record<ReturnType<typeof sendStanding>, BadgeProps>;

export const deliveryBadges: Record<DeliveryState, Required<Pick<BadgeProps, 'tone' | 'children'>>> = {
  queued: { tone: 'info', children: 'Waiting' },
  deferred: { tone: 'warn', children: 'To be retried' },
  sending: { tone: 'info', children: 'Sending' },
  sent: { tone: 'good', children: 'Accepted' },
  failed: { tone: 'bad', children: 'Failed' },
  unknown: { tone: 'warn', children: 'Unknown' },
  skipped: { tone: 'neutral', children: 'Left out' },
};

/** What was wrong, in a few words. */
export const failureNames: Record<DeliveryFailure, string> = {
  address: 'Address does not accept mail',
  mailbox: 'Mailbox full',
  content: 'Email refused',
  policy: 'Sender refused',
  late: 'Not sent in time',
};
