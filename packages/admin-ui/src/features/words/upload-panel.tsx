import { queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import {
  type ConflictPolicy,
  type ImportReport,
  ignoredColumnTexts,
  requiredFields,
  wordFields,
} from '@wordrise/core/contract';
import { useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { Alert, Loading, Skeleton } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import type { Api } from '../../kit/api.ts';
import { FailureAlert, failure } from '../../kit/failure.tsx';
import { counted } from '../../kit/figures.ts';
import { FileDrop, saveFile } from '../../kit/file-drop.tsx';
import { useApi, useRefreshLists } from '../../kit/queries.ts';
import * as styles from '../../kit/upload.css.ts';
import { AddStarters } from './add-starters.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { form, small, textButton } from './words.css.ts';

const required = new Set<string>(requiredFields);
const optionalFields = wordFields.filter((field) => !required.has(field));

/** Choose a file, see what it would do, decide about existing words, import. */
export function UploadPanel({ onClose }: { onClose: () => void }) {
  const upload = useUpload(onClose);
  const { file, choose, run, download } = upload;

  if (run.data) {
    return (
      <PanelFrame title="Upload words" onClose={onClose}>
        <div className={form}>
          <Alert tone="good" title={run.data.message}>
            The refused rows are listed below. Fix them and upload again; duplicates are skipped.
          </Alert>
          <ImportCounts report={run.data} />
          <RefusedRows report={run.data} />
          <DialogActions>
            <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
              Download refused rows
            </Button>
            <Button onClick={() => choose(undefined)}>Upload another file</Button>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </div>
      </PanelFrame>
    );
  }
  return (
    <PanelFrame title="Upload words" note="You can review the changes before importing." onClose={onClose}>
      <div className={form}>
        <FileDrop file={file} disabled={run.isPending} onChoose={choose} />
        <p className={small}>
          The first line names the columns, in any order: <code>{requiredFields.join(', ')}</code>. Optional:{' '}
          <code>{optionalFields.join(', ')}</code>. Commas or semicolons both work.
        </p>
        {!file && <AddStarters note="No file? Wordrise has words of its own, among them 366 in 52 themes." />}
        {file && (
          <>
            <ConflictChoice
              value={upload.onConflict}
              disabled={run.isPending}
              onChange={upload.setOnConflict}
            />
            <UploadPreview upload={upload} name={file.name} onCancel={onClose} />
          </>
        )}
      </div>
    </PanelFrame>
  );
}

export interface ConflictChoiceProps {
  value: OnConflict;
  disabled: boolean;
  onChange: (value: OnConflict) => void;
}

const choices: { value: OnConflict; label: string; note: string }[] = [
  { value: 'skip', label: 'Skip them', note: 'The library’s text does not change.' },
  { value: 'update', label: 'Update them', note: 'The file’s text replaces the library’s.' },
];

/** What the import does with words that exist. */
export function ConflictChoice({ value, disabled, onChange }: ConflictChoiceProps) {
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend className={styles.choicesTitle}>Words that are already in the library</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name="onConflict"
            className={styles.radio}
            value={choice.value}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            <span className={styles.choiceLabel}>{choice.label}</span>
            <span className={styles.choiceNote}>{choice.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export interface UploadPreviewProps {
  upload: ReturnType<typeof useUpload>;
  /** The name of the file. */
  name: string;
  onCancel: () => void;
}

/** What importing the chosen file would do, and the button that does it. */
export function UploadPreview({ upload: { preview, run, start }, name, onCancel }: UploadPreviewProps) {
  if (preview.isFetching) return <Checking name={name} />;
  if (preview.error) {
    return (
      <FailureAlert title="This file cannot be imported" error={preview.error}>
        <button type="button" className={textButton} onClick={() => preview.refetch()}>
          Check again
        </button>
      </FailureAlert>
    );
  }
  if (!preview.data) return null;
  return (
    <>
      <IgnoredColumns report={preview.data} />
      <ImportCounts report={preview.data} future />
      <RefusedRows report={preview.data} />
      {run.error && <FailureAlert title="The import failed" error={run.error} />}
      <ImportActions report={preview.data} busy={run.isPending} onCancel={onCancel} onImport={start} />
    </>
  );
}

function Checking({ name }: { name: string }) {
  return (
    <Loading label={`Checking ${name}`}>
      <div className={styles.counts}>
        {['added', 'changed', 'skipped', 'refused'].map((count) => (
          <Skeleton key={count} height="4.75rem" />
        ))}
      </div>
    </Loading>
  );
}

interface ImportActionsProps {
  report: ImportReport;
  busy: boolean;
  onCancel: () => void;
  onImport: () => void;
}

function ImportActions({ report: { added, updated }, busy, onCancel, onImport }: ImportActionsProps) {
  const count = added + updated;
  return (
    <DialogActions>
      <Button onClick={onCancel}>Cancel</Button>
      {count > 0 && (
        <Button variant="primary" icon="upload" busy={busy} busyLabel="Importing..." onClick={onImport}>
          Import {counted(count, 'word')}
        </Button>
      )}
    </DialogActions>
  );
}

/** A misspelled column would otherwise go unnoticed until its words are read. */
function IgnoredColumns({ report: { ignoredColumns } }: { report: ImportReport }) {
  const texts = ignoredColumnTexts(ignoredColumns);
  if (texts.length === 0) return null;
  return (
    <Alert tone="warn" title="Some columns are ignored">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Alert>
  );
}

export interface ImportCountsProps {
  report: ImportReport;
  /** The import has not run yet. */
  future?: boolean;
}

export function ImportCounts({ report, future = false }: ImportCountsProps) {
  const counts = [
    { count: report.added, label: future ? 'to be added' : 'added', tone: 'good' },
    { count: report.updated, label: future ? 'to be changed' : 'changed', tone: 'today' },
    { count: report.skipped, label: 'skipped', tone: 'none' },
    { count: report.refused, label: 'refused', tone: 'bad' },
  ] as const;
  return (
    <>
      <ul className={styles.counts} aria-label="What the file does">
        {counts.map(({ count, label, tone }) => (
          <li key={label} className={styles.count[count === 0 ? 'none' : tone]}>
            <span className={styles.countFigure}>{count.toLocaleString('en-US')}</span> {label}
          </li>
        ))}
      </ul>
      {future && report.added + report.updated === 0 && (
        <p className={small} role="status">
          There is nothing to import: {reasonForNothing(report)}.
        </p>
      )}
    </>
  );
}

function reasonForNothing({ skipped, refused }: ImportReport): string {
  if (skipped + refused === 0) return 'the file has no rows';
  if (refused === 0) return 'every word of the file is already in the library';
  return skipped === 0 ? 'every row was refused' : 'every row is skipped or refused';
}

export function RefusedRows({ report: { refused, errors } }: { report: ImportReport }) {
  if (errors.length === 0) return null;
  const more = refused - errors.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={styles.refused} aria-label="Refused rows" tabIndex={0}>
      <table className={styles.refusedTable}>
        <caption className={visuallyHidden}>Refused rows, by line of the file</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Word</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ line, word, message }) => (
            <tr key={`${line} ${message}`}>
              <td className={styles.lineNumber}>{line}</td>
              <td className={styles.refusedWord}>{word || '–'}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <p className={styles.refusedMore}>
          and {more.toLocaleString('en-US')} more rows. The command line writes all of them to a file:{' '}
          <code>wordrise words import FILE --errors refused.csv</code>
        </p>
      )}
    </section>
  );
}

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
