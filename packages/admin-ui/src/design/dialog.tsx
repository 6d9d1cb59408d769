import { AlertDialog as RadixAlertDialog, Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import * as styles from './dialog.css.ts';

/** Radix gives the focus back to its trigger; ours are opened by state, so we remember who had it. */
function useReturnFocus() {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus() {
      before.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const target = before.current?.isConnected ? before.current : document.querySelector('h1');
      if (target instanceof HTMLElement) target.focus();
    },
  };
}

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  width?: keyof typeof styles.width;
  children: ReactNode;
}

/** A dialog with a title and a close button. Escape and a press beside it close it; the focus goes back. */
export function Dialog({ open, onOpenChange, title, description, width = 'narrow', children }: DialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.overlay}>
          <RadixDialog.Content
            {...returnFocus}
            className={styles.width[width]}
            onInteractOutside={(event) => {
              // Whoever dismisses a toast means the toast.
              if ((event.target as Element).closest('[data-toasts]')) event.preventDefault();
            }}
            {...(description === undefined && { 'aria-describedby': undefined })}
          >
            <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
            {description !== undefined && (
              <RadixDialog.Description className={styles.description}>{description}</RadixDialog.Description>
            )}
            <div className={styles.body}>{children}</div>
            <div className={styles.close}>
              <RadixDialog.Close asChild>
                <Button variant="quiet" size="small" icon="close" iconOnly aria-label="Close" />
              </RadixDialog.Close>
            </div>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The row of buttons at the foot of a dialog or form; the main one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

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

/** Asks before something is lost. The safe button has the focus; while busy the dialog stays. */
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
  const returnFocus = useReturnFocus();
  return (
    <RadixAlertDialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={styles.overlay}>
          <RadixAlertDialog.Content {...returnFocus} className={styles.width.narrow}>
            <RadixAlertDialog.Title className={styles.title}>{title}</RadixAlertDialog.Title>
            <RadixAlertDialog.Description className={styles.description}>
              {description}
            </RadixAlertDialog.Description>
            <div className={styles.actions}>
              <RadixAlertDialog.Cancel asChild>
                <Button variant="secondary">{cancelLabel}</Button>
              </RadixAlertDialog.Cancel>
              <Button
                variant={tone}
                busy={busy}
                {...(busyLabel !== undefined && { busyLabel })}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </RadixAlertDialog.Content>
        </RadixAlertDialog.Overlay>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  );
}
