import { queryOptions, skipToken } from '@tanstack/react-query';
import type { ConflictPolicy, ImportReport } from '@wordrise/core/contract';
import type { Api } from '../../kit/api.ts';

export type OnConflict = Exclude<ConflictPolicy, 'fail'>;

interface ImportOptions {
  onConflict: OnConflict;
  /** Reports what the import would do and writes nothing. */
  dryRun?: boolean;
  signal?: AbortSignal;
}

export function importFile(
  api: Api,
  file: File,
  { onConflict, dryRun = false, signal }: ImportOptions,
): Promise<ImportReport> {
  return api.call('uploadWords', {
    query: { onConflict, ...(dryRun && { dryRun: 'true' as const }) },
    raw: { body: file, contentType: 'text/csv' },
    signal,
  });
}

/** The rows of a file that were refused, as CSV with the reasons. */
export async function refusedRows(api: Api, file: File): Promise<Blob> {
  const response = await api.open('refusedRows', { raw: { body: file, contentType: 'text/csv' } });
  return response.blob();
}

/** What importing a file would do; no request until one is chosen. */
export function previewQuery(
  api: Api,
  chosen: { file: File; choice: number } | undefined,
  onConflict: OnConflict,
) {
  return queryOptions({
    queryKey: ['words-upload-preview', chosen?.choice, onConflict],
    queryFn: chosen
      ? ({ signal }) => importFile(api, chosen.file, { onConflict, dryRun: true, signal })
      : skipToken,
    // The library changes: an old preview is worthless.
    gcTime: 0,
  });
}
