import { Alert } from '../../design/alert.tsx';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { stack } from '../../design/layout.css.ts';
import * as styles from './account.css.ts';

/** Shown once, right after they are created. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  return (
    <div className={stack.normal}>
      <Alert tone="warn" title="Save these recovery codes now">
        They are not shown again. Each signs you in once, if you lose your phone.
      </Alert>
      <ul className={styles.recoveryCodes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <a href={file} download="wordrise-recovery-codes.txt">
        Download as a text file
      </a>
      <DialogActions>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </DialogActions>
    </div>
  );
}
