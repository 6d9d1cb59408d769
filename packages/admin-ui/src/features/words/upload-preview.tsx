import type { ImportReport } from '@wordrise/core/contract';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { Loading, Skeleton } from '../../design/skeleton.tsx';
import { FailureAlert } from '../../kit/failure-alert.tsx';
import { ImportCounts, RefusedRows } from './import-report.tsx';
import * as styles from './upload.css.ts';
import type { useUpload } from './use-upload.ts';
import { countWords } from './word-texts.ts';
import { textButton } from './words.css.ts';

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
          Import {countWords(count)}
        </Button>
      )}
    </DialogActions>
  );
}
