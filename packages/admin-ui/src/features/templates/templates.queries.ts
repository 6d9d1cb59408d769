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
import { endpointQuery, keyOf, useApi } from '../../kit/queries.ts';
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
export type Saved = { view: Partial<TemplateView> } | { unknownVariables: string[] } | { editConflict: true };

export interface SaveRequest {
  input: TemplateInput;
  /** The template that was edited. */
  replaces: TemplateText;
  /** Saves it despite unknown variables. */
  isConfirmed: boolean;
}

export function useSaveTemplate(onSettled: (saved: Saved, request: SaveRequest) => void) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const refreshVersions = useRefreshVersions();
  async function unknownIn(input: TemplateInput): Promise<string[]> {
    // If this check fails, the save itself reports why.
    const preview = await client.fetchQuery(previewQuery(api, input)).catch(() => undefined);
    return preview?.unknownVariables ?? [];
  }
  async function store(body: TemplateEdit): Promise<Saved> {
    try {
      return { view: (await api.call('saveTemplate', { body })) ?? {} };
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'template.changed')) throw error;
      await client.fetchQuery({ ...endpointQuery(api, 'getTemplate'), staleTime: 0 });
      return { editConflict: true };
    }
  }
  return useMutation({
    async mutationFn({ input, replaces, isConfirmed }: SaveRequest): Promise<Saved> {
      const unknownVariables = isConfirmed ? [] : await unknownIn(input);
      if (unknownVariables.length > 0) return { unknownVariables };
      return store({ ...input, replaces });
    },
    onSuccess(saved, request) {
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
        if (warnings.length === 0) toasts.success(messages.template.updated);
        else toasts.warn({ title: savedWithWarnings(warnings.length), description: warnings[0] });
      }
      onSettled(saved, request);
    },
    onError: (error) => toasts.error(formFailure(messages.template.updateFailed, error)),
  });
}

/** "Saved, with 1 warning" */
export function savedWithWarnings(count: number): string {
  return count === 1 ? 'Saved, with 1 warning' : `Saved, with ${count} warnings`;
}

/** Restores an earlier version, or the built-in template if no version is given. */
export function useRestore(onRestored: (view: TemplateView) => void) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const refreshVersions = useRefreshVersions();
  return useMutation({
    mutationFn: (id: number | undefined) =>
      id === undefined ? api.call('resetTemplate') : api.call('restoreTemplate', { params: { id } }),
    onSuccess(view, id) {
      const { template, subject } = view;
      client.setQueryData(keyOf('getTemplate'), { template, subject });
      refreshVersions();
      toasts.success(
        id === undefined ? 'The default template is in use.' : 'The earlier version is in use again.',
      );
      onRestored(view);
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
