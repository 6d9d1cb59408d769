import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import * as styles from './dialog.css.ts';
import { DialogActions } from './dialog.tsx';
import { Modal } from './modal.tsx';

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question: "Remove “petrichor”?" */
  title: ReactNode;
  /** What will be lost. */
  description: ReactNode;
  /** What the dangerous button does: "Remove word". */
  confirmLabel: string;
  busyLabel?: string;
  cancelLabel?: string;
  busy?: boolean;
  /** `danger` unless nothing is lost. */
  tone?: 'danger' | 'primary';
  onConfirm: () => void;
}

/** Asks before something is lost. The safe button has the focus; while busy the dialog stays open. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  busyLabel,
  cancelLabel = 'Keep it',
  busy = false,
  tone = 'danger',
  onConfirm,
}: AlertDialogProps) {
  const id = useId();
  const cancel = () => !busy && onOpenChange(false);
  if (!open) return null;
  return (
    <Modal
      role="alertdialog"
      titleId={`${id}-title`}
      descriptionId={`${id}-description`}
      className={styles.width.narrow}
      onEscape={cancel}
    >
      <h2 className={styles.title} id={`${id}-title`}>
        {title}
      </h2>
      <p className={styles.description} id={`${id}-description`}>
        {description}
      </p>
      <DialogActions>
        <Button variant="secondary" onClick={cancel}>
          {cancelLabel}
        </Button>
        <Button
          variant={tone}
          busy={busy}
          {...(busyLabel !== undefined && { busyLabel })}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Modal>
  );
}
