import { wordFields } from '@wordrise/core/contract';
import { Alert } from '../../design/alert.tsx';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { FileDrop } from './file-drop.tsx';
import { ImportCounts, RefusedRows } from './import-report.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { UploadPreview } from './upload-preview.tsx';
import { useUpload } from './use-upload.ts';
import { form, small } from './words.css.ts';

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
          The first line names the columns, in any order: <code>{wordFields.join(', ')}</code>. Commas or
          semicolons both work.
        </p>
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
