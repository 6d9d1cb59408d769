import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useToasts } from '../../design/toast.tsx';
import { failure } from '../../kit/failure.ts';
import { useApi, useRefreshLists } from '../../kit/queries.ts';
import { saveFile } from '../../kit/save-file.ts';
import { importFile, type OnConflict, previewQuery, refusedRows } from './upload.queries.ts';

interface ChosenFile {
  file: File;
  /** Each choice gets its own preview, even of a file with the same name. */
  choice: number;
}

/** Previews what importing a file would do, then imports it.
 *
 * @param onImported Called when every row was imported or skipped.
 */
export function useUpload(onImported: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const [chosen, setChosen] = useState<ChosenFile>();
  const choices = useRef(0);
  const [onConflict, setOnConflict] = useState<OnConflict>('skip');
  const preview = useQuery(previewQuery(api, chosen, onConflict));

  const run = useMutation({
    mutationFn: ({ file }: ChosenFile) => importFile(api, file, { onConflict }),
    onSuccess(report) {
      toasts.success(report.message);
      if (report.refused === 0) onImported();
      return refresh();
    },
  });

  const download = useMutation({
    mutationFn: async () => chosen && saveFile('refused.csv', await refusedRows(api, chosen.file)),
    onError: (error) => toasts.error(failure('The refused rows were not downloaded', error)),
  });

  return {
    file: chosen?.file,
    choose(file: File | undefined) {
      choices.current += 1;
      run.reset();
      setChosen(file && { file, choice: choices.current });
    },
    onConflict,
    setOnConflict,
    preview,
    run,
    download,
    start: () => chosen && run.mutate(chosen),
  };
}
