import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, SettingChanges, SettingsView } from '@wordrise/core/contract';
import { useToasts } from '../../design/toast.tsx';
import { formFailure } from '../../kit/failure.tsx';
import { keyOf, useApi } from '../../kit/queries.ts';

/** Stores settings; everything on the page that may follow from them is fetched again. */
export function useSaveSettings({ onSaved, isQuiet = false }: { onSaved: () => void; isQuiet?: boolean }) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (changes: SettingChanges) => api.call('saveSettings', { body: { changes } }),
    async onSuccess(view) {
      client.setQueryData(keyOf('getSettings'), view);
      setProductName(client, view);
      onSaved();
      const notes = view.notes?.join(' ');
      if (isQuiet && notes) toasts.warn({ title: 'Settings saved', description: notes });
      if (!isQuiet) toasts.success({ title: 'Settings saved', description: 'They count from now on.' });
      const known = [keyOf('getSettings')[0], keyOf('config')[0]];
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => !known.includes(String(path)),
      });
    },
    onError: (error) => toasts.error(formFailure('The settings were not saved', error)),
  });
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
