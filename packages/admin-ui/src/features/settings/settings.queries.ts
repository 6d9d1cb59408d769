import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, SettingChanges, SettingsView } from '@wordrise/core/contract';
import { useState } from 'react';
import { useToasts } from '../../design/toast.tsx';
import { formFailure } from '../../kit/failure.tsx';
import { keyOf, useApi } from '../../kit/queries.ts';
import { keepNewAddress } from '../../kit/session.ts';
import { useTimeZone } from '../../kit/system.ts';
import { describeUpdate, updateEmails, updatingEmail, withUpdated } from '../../kit/update-emails.tsx';

/**
 * Stores settings, and gives waiting emails the text that follows from them. Everything on the page that may follow from
 * them is fetched again.
 */
export function useSaveSettings({ onSaved, isQuiet = false }: { onSaved: () => void; isQuiet?: boolean }) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const timeZone = useTimeZone();
  const [progress, setProgress] = useState<string>();
  const save = useMutation({
    async mutationFn(changes: SettingChanges) {
      const body = { changes, updateScheduled: true };
      const {
        olderEmails = [],
        updatedEmails = [],
        notes,
        ...view
      } = await api.call('saveSettings', { body });
      // Those for which the server did not take the time, or that it could not update.
      const rest = await updateEmails(api, olderEmails, (...at) => setProgress(updatingEmail(...at)));
      return { view, notes, update: withUpdated(updatedEmails, rest) };
    },
    async onSuccess({ view, notes = [], update }, changes) {
      const address = otherAddress(changes);
      if (address) keepNewAddress(client, address);
      client.setQueryData(keyOf('getSettings'), view);
      setProductName(client, view);
      onSaved();
      const updated = describeUpdate(update, timeZone) ?? [];
      const said = [isQuiet ? notes : 'They count from now on.', updated].flat();
      const tell = update.failure || (isQuiet && notes.length > 0) ? toasts.warn : toasts.success;
      if (said.length > 0) tell({ title: 'Settings saved', description: said.join(' ') });
      const known = [keyOf('getSettings')[0], keyOf('config')[0]];
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => !known.includes(String(path)),
      });
    },
    onError: (error) => toasts.error(formFailure('The settings were not saved', error)),
    onSettled: () => setProgress(undefined),
  });
  return { ...save, progress };
}

/** The public address among these changes, if it is not the one of this page: the session here may end with it. */
export function otherAddress({ PUBLIC_URL: next }: SettingChanges): string | undefined {
  if (!next || !URL.canParse(next) || new URL(next).origin === window.location.origin) return undefined;
  return next;
}

/** Browsers keep the answer of `config` for a while, so that it cannot be fetched again. */
function setProductName(client: QueryClient, { settings }: SettingsView): void {
  const name = settings.find((setting) => setting.name === 'PRODUCT_NAME');
  const productName = name?.value ?? name?.fallback;
  client.setQueryData<AnswerOf<'config'>>(
    keyOf('config'),
    (config) => config && { ...config, productName: productName ?? config.productName },
  );
}
