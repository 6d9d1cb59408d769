import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Design, type DesignPreviewInput, messages } from '@wordrise/core/contract';
import { useState } from 'react';
import { useToasts } from '../../design/toast.tsx';
import type { Api } from '../../kit/api.ts';
import { failure, formFailure } from '../../kit/failure.tsx';
import { endpointQuery, keyOf, useApi, useRefreshLists } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import { useUndo } from '../../kit/undo.ts';
import { describeUpdate, updateEmails, updatingEmail } from '../../kit/update-emails.tsx';

/** Refetched when the tab gets the focus, since another one may have saved. */
export const designQuery = (api: Api) => ({
  ...endpointQuery(api, 'getDesign'),
  refetchOnWindowFocus: 'always' as const,
});

export function designPreviewQuery(api: Api, body: DesignPreviewInput) {
  return queryOptions({
    queryKey: [...keyOf('previewDesign'), body],
    queryFn: ({ signal }) => api.call('previewDesign', { body, signal }),
    gcTime: 60_000,
  });
}

interface SaveDesign {
  design: Design;
  replaces: Design;
  replacesHtml: boolean;
}

/** Saves a design, gives it to waiting emails at once, and offers to undo both. */
export function useSaveDesign(onSaved: (saved: Design, sent: Design) => void) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const timeZone = useTimeZone();
  const undo = useUndo();
  const refreshLists = useRefreshLists();
  const [progress, setProgress] = useState<string>();
  async function refresh() {
    const names = ['getDesign', 'getTemplate', 'listTemplateVersions', 'previewTemplate'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: keyOf(name) })));
    await refreshLists();
  }

  /** The version before becomes the newest again, with what it was made of. */
  async function goBack() {
    const { versions } = await api.call('listTemplateVersions');
    const before = versions[1];
    if (!before) return;
    const { olderEmails = [] } = await api.call('restoreTemplate', { params: { id: before.id } });
    await updateEmails(api, olderEmails);
    await refresh();
  }

  const save = useMutation({
    async mutationFn(body: SaveDesign) {
      const { olderEmails = [], ...saved } = await api.call('saveDesign', { body });
      const update = await updateEmails(api, olderEmails, (...at) => setProgress(updatingEmail(...at)));
      return { saved, update };
    },
    async onSuccess({ saved, update }, { design }) {
      client.setQueryData(keyOf('getDesign'), saved);
      onSaved(saved.design, design);
      const tell = update.failure ? toasts.warn : toasts.success;
      tell({
        title: 'The design is in use',
        description: describeUpdate(update, timeZone),
        action: undo(goBack, 'The earlier design is in use again'),
      });
      await refresh();
    },
    async onError(error) {
      toasts.error(formFailure(messages.template.updateFailed, error));
      await client.invalidateQueries({ queryKey: keyOf('getDesign') });
    },
    onSettled: () => setProgress(undefined),
  });
  return { ...save, progress };
}

export function useUploadLogo(onStored: (key: string) => void) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    // By its content, the server decides what it is.
    mutationFn: (file: File) =>
      api.call('uploadLogo', { raw: { body: file, contentType: file.type || 'image/png' } }),
    onSuccess(logo) {
      client.setQueryData([...keyOf('uploadLogo'), logo.key], logo);
      onStored(logo.key);
    },
    onError: (error) => toasts.error(failure('The logo was not uploaded', error)),
  });
}
