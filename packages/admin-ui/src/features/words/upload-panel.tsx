import { useMutation, useQuery } from '@tanstack/react-query';
import { type ImportReport, wordFields } from '@wordrise/core/contract';
import { useRef, useState } from 'react';
import { Alert } from '../../design/alert.tsx';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { Loading, Skeleton } from '../../design/skeleton.tsx';
import { useToasts } from '../../design/toast.tsx';
import { useApi, useRefreshLists } from '../../kit/queries.ts';
import { FileDrop } from './file-drop.tsx';
import { ImportCounts, RefusedRows } from './import-report.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { importFile, type OnConflict, previewQuery } from './upload.queries.ts';
import { countWords } from './word-texts.ts';
import * as styles from './words.css.ts';
import { reasonOf } from './words.queries.ts';

interface ChosenFile {
  file: File;
  /** Another choice is another preview, even of a file with the same name. */
  choice: number;
}

/** Choose a file, see what it would do, decide about words that exist, import. */
export function UploadPanel({ onClose }: { onClose: () => void }) {
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
      if (report.refused === 0) onClose();
      return refresh();
    },
  });

  function choose(file: File | undefined) {
    choices.current += 1;
    run.reset();
    setChosen(file && { file, choice: choices.current });
  }

  if (run.data) {
    return (
      <PanelFrame title="Upload words" onClose={onClose}>
        <Done report={run.data} onAgain={() => choose(undefined)} onClose={onClose} />
      </PanelFrame>
    );
  }
  return (
    <PanelFrame title="Upload words" note="You can review the changes before importing." onClose={onClose}>
      <div className={styles.form}>
        <FileDrop file={chosen?.file} disabled={run.isPending} onChoose={choose} />
        <p className={styles.small}>
          The first line names the columns, in any order: <code>{wordFields.join(', ')}</code>. Commas or
          semicolons both work.
        </p>
        {chosen && <ConflictChoice value={onConflict} disabled={run.isPending} onChange={setOnConflict} />}
        {chosen && preview.isFetching && <Checking name={chosen.file.name} />}
        {chosen && preview.error && !preview.isFetching && (
          <Alert tone="bad" title="This file cannot be imported">
            {reasonOf(preview.error)}{' '}
            <button type="button" className={styles.textButton} onClick={() => preview.refetch()}>
              Check again
            </button>
          </Alert>
        )}
        {chosen && preview.data && !preview.isFetching && (
          <>
            <ImportCounts report={preview.data} future />
            <RefusedRows report={preview.data} />
            {run.error && (
              <Alert tone="bad" title="The import failed">
                {reasonOf(run.error)}
              </Alert>
            )}
            <ImportActions
              report={preview.data}
              busy={run.isPending}
              onCancel={onClose}
              onImport={() => run.mutate(chosen)}
            />
          </>
        )}
      </div>
    </PanelFrame>
  );
}

interface ConflictChoiceProps {
  value: OnConflict;
  disabled: boolean;
  onChange: (value: OnConflict) => void;
}

const policies: { value: OnConflict; label: string; note: string }[] = [
  { value: 'skip', label: 'Skip them', note: 'The library’s text stays as it is.' },
  { value: 'update', label: 'Update them', note: 'The file’s text takes its place.' },
];

function ConflictChoice({ value, disabled, onChange }: ConflictChoiceProps) {
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend className={styles.choicesTitle}>Words that are in the library already</legend>
      {policies.map((choice) => (
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
          Import {countWords(count)}
        </Button>
      )}
    </DialogActions>
  );
}

function Done({
  report,
  onAgain,
  onClose,
}: {
  report: ImportReport;
  onAgain: () => void;
  onClose: () => void;
}) {
  return (
    <div className={styles.form}>
      <Alert tone="good" title={report.message}>
        The refused rows are listed below. Fix them and upload again; duplicates are skipped.
      </Alert>
      <ImportCounts report={report} />
      <RefusedRows report={report} />
      <DialogActions>
        <Button onClick={onAgain}>Upload another file</Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}
