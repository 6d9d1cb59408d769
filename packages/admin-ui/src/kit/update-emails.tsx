import { useMutation } from '@tanstack/react-query';
import { messages, type OlderEmail, type ScheduledEmailView } from '@wordrise/core/contract';
import { useToasts } from '../design/toast.tsx';
import { type Api, ApiError } from './api.ts';
import { formatDay } from './dates.ts';
import { failure, messageOf } from './failure.tsx';
import { useApi, useRefreshLists } from './queries.ts';

/** The title of the toast for a saved email that the provider does not have yet. */
export function waitingTitle(reason: string | null): string {
  const { unsettled, unsettledTitle, savedForLater } = messages.schedule;
  return reason === unsettled ? unsettledTitle : savedForLater;
}

/** What became of emails that wait with an older text. */
export interface EmailsUpdate {
  /** Those that have the new text; after a failure, those that keep the old one. */
  emails: readonly Pick<OlderEmail, 'scheduledDate'>[];
  /** Saved here; the provider gets it once it responds. */
  waits: boolean;
  /** Why they keep the old text. */
  failure: unknown;
}

/**
 * Gives waiting emails the current text, one after the other. An edit that is saved stays saved if that fails. One that
 * has gone out since leaves the others their turn.
 *
 * @param onStart Called before each, counted from 1: an autopilot keeps many mornings filled.
 */
export async function updateEmails(
  api: Api,
  emails: readonly OlderEmail[],
  onStart?: (nth: number, count: number) => void,
): Promise<EmailsUpdate> {
  const updated: OlderEmail[] = [];
  const kept: OlderEmail[] = [];
  let waits = false;
  let failure: unknown;
  for (const [at, email] of emails.entries()) {
    onStart?.(at + 1, emails.length);
    try {
      const { status } = await api.call('updateEmail', { params: { id: email.id } });
      waits ||= status === 'pending';
      updated.push(email);
    } catch (error) {
      failure ??= error;
      if (hasGoneOut(error)) kept.push(email);
      else return { emails: [...kept, ...emails.slice(at)], waits, failure: error };
    }
  }
  return { emails: failure === undefined ? updated : kept, waits, failure };
}

const hasGoneOut = (error: unknown) => error instanceof ApiError && error.code === 'schedule.released';

/** With emails that the server has updated already. */
export function withUpdated(updated: readonly ScheduledEmailView[], rest: EmailsUpdate): EmailsUpdate {
  if (rest.failure) return rest;
  const waits = rest.waits || updated.some(({ status }) => status === 'pending');
  return { ...rest, emails: [...updated, ...rest.emails], waits };
}

/** What a button says while they are updated. */
export const updatingEmail = (nth: number, count: number) => `Updating email ${nth} of ${count}...`;

/** "The email for Tue, Nov 24 has the new text."; `undefined` if there was none. */
export function describeUpdate(
  { emails, waits, failure }: EmailsUpdate,
  timeZone: string,
): string | undefined {
  const [first] = emails;
  if (!first) return undefined;
  const day = formatDay(first.scheduledDate, timeZone);
  const which =
    emails.length === 1 ? `The email for ${day}` : `${emails.length} emails, the first for ${day},`;
  const [has, gets, keeps] = emails.length === 1 ? ['has', 'gets', 'keeps'] : ['have', 'get', 'keep'];
  if (failure) {
    const then = hasGoneOut(failure) ? '' : ' You can update it on the Schedule page.';
    return `${which} ${keeps} the old text: ${messageOf(failure, messages.schedule.updateFailed)}${then}`;
  }
  return waits
    ? `${which} ${gets} the new text as soon as the email provider responds.`
    : `${which} ${has} the new text.`;
}

/** Updates scheduled emails to the current text, one after the other, and shows the result in a toast. */
export function useUpdateEmails() {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    async mutationFn(emails: readonly Pick<OlderEmail, 'id'>[]) {
      const updated = [];
      for (const { id } of emails) updated.push(await api.call('updateEmail', { params: { id } }));
      return updated;
    },
    onSuccess(updated) {
      const waits = updated.find(({ status }) => status === 'pending');
      if (waits) {
        toasts.warn({
          title: waitingTitle(waits.reason),
          description: waits.reason ?? undefined,
        });
      } else {
        toasts.success(
          updated.length === 1 ? 'The email was updated' : `${updated.length} emails were updated`,
        );
      }
    },
    onError: (error) => toasts.error(failure(messages.schedule.updateFailed, error)),
    onSettled: refresh,
  });
}
