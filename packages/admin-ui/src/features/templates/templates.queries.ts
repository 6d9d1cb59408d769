import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  defaultSubject,
  messages,
  type PreviewInput,
  type TemplateEdit,
  type TemplateInput,
  type TemplatePreview,
  type TemplateView,
} from '@wordrise/core/contract';
import { z } from 'zod';
import { useToasts } from '../../design/toast.tsx';
import { type Api, ApiError } from '../../kit/api.ts';
import { failure, formFailure } from '../../kit/failure.tsx';
import { endpointQuery, keyOf, useApi, useRefreshLists } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import { useUndo } from '../../kit/undo.ts';
import { describeUpdate, type EmailsUpdate, updateEmails } from '../../kit/update-emails.tsx';
import type { PreviewWindow } from './preview-window.tsx';

/** The text in the editor. */
export const templateText = z.object({ content: z.string(), subject: z.string() });
export type TemplateText = z.infer<typeof templateText>;

/** Prepares an answer for the editor. Bare text means just the template; text areas have `\n` line breaks only. */
export function readTemplate(
  answer: string | Partial<TemplateView> | undefined,
  productName: string,
): TemplateText {
  const { template = '', subject = '' } = typeof answer === 'string' ? { template: answer } : (answer ?? {});
  return {
    content: template.replace(/\r\n?/g, '\n'),
    subject: subject || defaultSubject(productName),
  };
}

/** The email as the server renders it, with its warnings. Fetched once for each text. */
export function previewQuery(api: Api, body: PreviewInput) {
  return queryOptions({
    queryKey: [...keyOf('previewTemplate'), body],
    queryFn: ({ signal }) => api.call('previewTemplate', { body, signal }),
    gcTime: 60_000,
  });
}

/** The template in use. Refetched when the tab gets the focus, since another tab may have saved. */
export const templateQuery = (api: Api) => ({
  ...endpointQuery(api, 'getTemplate'),
  refetchOnWindowFocus: 'always' as const,
});

/** The result of a save: `unknownVariables` prevent it until it is confirmed, and another template that was saved
 * in the meantime prevents it until the admin has seen that. */
export type Saved =
  | { view: Partial<TemplateView>; update: EmailsUpdate }
  | { unknownVariables: string[] }
  | { editConflict: true };

export interface SaveRequest {
  input: TemplateInput;
  /** The template that was edited. */
  replaces: TemplateText;
  /** Saves it despite unknown variables. */
  isConfirmed: boolean;
}

interface SaveTemplateOptions {
  onSettled: (saved: Saved, request: SaveRequest) => void;
  onUndone: () => void;
}

/** Saves the template, gives it to waiting emails at once, and offers to undo both. */
export function useSaveTemplate({ onSettled, onUndone }: SaveTemplateOptions) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const timeZone = useTimeZone();
  const undo = useUndo();
  const rememberInUse = useRememberInUse(onUndone);
  const refreshVersions = useRefreshVersions();
  const refreshLists = useRefreshLists();
  async function unknownIn(input: TemplateInput): Promise<string[]> {
    // If this check fails, the save itself reports why.
    const preview = await client.fetchQuery(previewQuery(api, input)).catch(() => undefined);
    return preview?.unknownVariables ?? [];
  }
  async function store(body: TemplateEdit): Promise<Saved> {
    try {
      const view: Partial<TemplateView> = (await api.call('saveTemplate', { body })) ?? {};
      return { view, update: await updateEmails(api, view.olderEmails ?? []) };
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'template.changed')) throw error;
      await client.fetchQuery({ ...endpointQuery(api, 'getTemplate'), staleTime: 0 });
      return { editConflict: true };
    }
  }
  return useMutation({
    async mutationFn({ input, replaces, isConfirmed }: SaveRequest) {
      const unknownVariables = isConfirmed ? [] : await unknownIn(input);
      if (unknownVariables.length > 0) return { saved: { unknownVariables } as Saved, goBack: undefined };
      const isChange = input.content !== replaces.content || input.subject !== replaces.subject;
      const goBack = isChange ? await rememberInUse() : undefined;
      const saved = await store({ ...input, replaces });
      return { saved, goBack };
    },
    onSuccess({ saved, goBack }, request) {
      if ('unknownVariables' in saved) {
        toasts.warn({
          title: 'Not saved yet',
          description: 'Save again to keep a variable that does not exist.',
        });
      } else if ('view' in saved) {
        const { content: template, subject } = request.input;
        client.setQueryData(keyOf('getTemplate'), { template, subject });
        refreshVersions();
        const { warnings = [] } = saved.view;
        const hasTrouble = warnings.length > 0 || saved.update.failure;
        const tell = hasTrouble ? toasts.warn : toasts.success;
        tell({
          title: warnings.length > 0 ? savedWithWarnings(warnings.length) : messages.template.updated,
          description: together(warnings[0], describeUpdate(saved.update, timeZone)),
          action: goBack && undo(goBack, 'The earlier template is in use again'),
        });
      }
      onSettled(saved, request);
      return refreshLists();
    },
    onError: (error) => toasts.error(formFailure(messages.template.updateFailed, error)),
  });
}

const together = (...texts: (string | undefined)[]) => texts.filter(Boolean).join(' ') || undefined;

/**
 * What is in use now, to go back to it after it was replaced: then waiting emails have it again too.
 *
 * @returns a function that looks what is in use; without an answer there is no way back
 */
function useRememberInUse(onUndone: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const refreshVersions = useRefreshVersions();
  return async () => {
    const answer = await api.call('listTemplateVersions').catch(() => undefined);
    if (!answer) return undefined;
    // Without versions, it is the built-in one.
    const [inUse] = answer.versions;
    return async () => {
      const call = inUse
        ? api.call('restoreTemplate', { params: { id: inUse.id } })
        : api.call('resetTemplate');
      const { template, subject, olderEmails = [] } = await call;
      client.setQueryData(keyOf('getTemplate'), { template, subject });
      refreshVersions();
      onUndone();
      await updateEmails(api, olderEmails);
    };
  };
}

/** "Saved, with 1 warning" */
export function savedWithWarnings(count: number): string {
  return count === 1 ? 'Saved, with 1 warning' : `Saved, with ${count} warnings`;
}

interface RestoreOptions {
  onRestored: (view: TemplateView) => void;
  onUndone: () => void;
}

/**
 * Restores an earlier version, or the built-in template if no version is given, gives it to waiting emails at once, and
 * offers to undo both.
 */
export function useRestore({ onRestored, onUndone }: RestoreOptions) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const timeZone = useTimeZone();
  const undo = useUndo();
  const rememberInUse = useRememberInUse(onUndone);
  const refreshVersions = useRefreshVersions();
  const refreshLists = useRefreshLists();
  return useMutation({
    async mutationFn(id: number | undefined) {
      const goBack = await rememberInUse();
      const view = await (id === undefined
        ? api.call('resetTemplate')
        : api.call('restoreTemplate', { params: { id } }));
      return { view, goBack, update: await updateEmails(api, view.olderEmails ?? []) };
    },
    onSuccess({ view, goBack, update }, id) {
      const { template, subject } = view;
      client.setQueryData(keyOf('getTemplate'), { template, subject });
      refreshVersions();
      const tell = update.failure ? toasts.warn : toasts.success;
      tell({
        title: id === undefined ? 'The default template is in use.' : 'The earlier version is in use again.',
        description: describeUpdate(update, timeZone),
        action: goBack && undo(goBack, 'The template from before is in use again'),
      });
      onRestored(view);
      return refreshLists();
    },
    onError: (error) => toasts.error(failure(messages.template.updateFailed, error)),
  });
}

export const versionsQuery = (api: Api) => endpointQuery(api, 'listTemplateVersions');

function useRefreshVersions() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keyOf('listTemplateVersions') });
}

interface PreviewRequest {
  text: PreviewInput;
  shownIn: PreviewWindow;
}

export function usePreview() {
  const api = useApi();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ text }: PreviewRequest): Promise<TemplatePreview> =>
      api.call('previewTemplate', { body: text }),
    onSuccess: (preview, { shownIn }) => shownIn.show(preview),
    onError(error, { shownIn }) {
      shownIn.close();
      toasts.error(formFailure(messages.template.previewFailed, error));
    },
  });
}
