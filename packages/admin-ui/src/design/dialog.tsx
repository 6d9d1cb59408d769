import * as Radix from '@radix-ui/react-dialog';
import { useFocusScopeBranch } from '@radix-ui/react-focus-scope';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button, IconButton } from './button.tsx';
import * as styles from './dialog.css.ts';
import { toastRegion } from './toast.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  width?: keyof typeof styles.width;
  children: ReactNode;
}

/** A dialog with a title and a close button. Escape and clicking outside close it too. */
export function Dialog({ open, onOpenChange, title, description, width = 'narrow', children }: DialogProps) {
  if (!open) return null;
  const close = () => onOpenChange(false);
  return (
    <Modal role="dialog" width={width} title={title} description={description} onClose={close} closesOutside>
      <div className={styles.body}>{children}</div>
      <div className={styles.close}>
        <IconButton icon="close" label="Close" onClick={close} />
      </div>
    </Modal>
  );
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

/** Asks before something is lost. The safe button has the focus; while busy the dialog stays open. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, busyLabel, onConfirm } = props;
  const { cancelLabel = 'Keep it', busy = false, tone = 'danger' } = props;
  if (!open) return null;
  const cancel = () => !busy && onOpenChange(false);
  return (
    <Modal role="alertdialog" width="narrow" title={title} description={description} onClose={cancel}>
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

/** The row of buttons at the end of a dialog or form; the main one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

interface ModalProps {
  role: 'dialog' | 'alertdialog';
  width: keyof typeof styles.width;
  title: ReactNode;
  description: ReactNode;
  onClose: () => void;
  closesOutside?: boolean;
  children: ReactNode;
}

/** Mounted while a dialog is open. The first control gets the focus; on closing it returns to where it was. */
function Modal({ role, width, title, description, onClose, closesOutside = false, children }: ModalProps) {
  const before = useRef<Element>(null);
  useLockedScrolling();
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        {/* Not Radix's overlay, which adds a style element: the content security policy forbids those. */}
        <div className={styles.overlay} style={{ pointerEvents: 'auto' }}>
          <Radix.Content
            role={role}
            aria-modal="true"
            className={styles.width[width]}
            tabIndex={-1}
            onKeyDown={tabToToasts}
            onOpenAutoFocus={(event) => {
              before.current = document.activeElement;
              event.preventDefault();
              const content = event.currentTarget as HTMLElement;
              (content.querySelector<HTMLElement>(focusable) ?? content).focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // Closing may have moved it already, such as to the button that opened a panel.
              if (document.activeElement !== document.body) return;
              // What had the focus may be gone, such as the card of a removed word.
              const target = before.current?.isConnected ? before.current : document.querySelector('h1');
              if (target instanceof HTMLElement) target.focus();
            }}
            onPointerDownOutside={(event) => {
              const { target, clientX } = event.detail.originalEvent;
              const outside = target as HTMLElement;
              const onScrollBar = clientX > outside.clientWidth;
              if (!closesOutside || onScrollBar || toastRegion()?.contains(outside)) event.preventDefault();
            }}
          >
            <Radix.Title className={styles.title} dir="auto">
              {title}
            </Radix.Title>
            {description !== undefined && (
              <Radix.Description className={styles.description}>{description}</Radix.Description>
            )}
            {children}
            <ToastsInReach />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

const focusable = 'input:not([type=hidden], :disabled), textarea, select, button:not(:disabled), a[href]';

/** A toast may have the focus while a dialog is open: it stays dismissible, also with the keyboard. */
function ToastsInReach() {
  useFocusScopeBranch(toastRegion());
  return null;
}

/** After the last control comes a toast, if there is one, and then the first control. */
function tabToToasts(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Tab' || event.shiftKey) return;
  const last = [...event.currentTarget.querySelectorAll(focusable)].at(-1);
  const dismiss = toastRegion()?.querySelector('button');
  if (!dismiss || document.activeElement !== last) return;
  event.preventDefault();
  dismiss.focus();
}

let openDialogs = 0;

/** The page does not jump: it keeps its width (`global.css.ts`). */
function useLockedScrolling() {
  useEffect(() => {
    openDialogs += 1;
    const { dataset, clientWidth, style } = document.documentElement;
    if (openDialogs === 1) {
      // Some browsers draw no scroll bar, or draw it over the page: then it is 0 wide.
      style.setProperty('--scroll-bar', `${window.innerWidth - clientWidth}px`);
      dataset.dialog = '';
    }
    return () => {
      openDialogs -= 1;
      if (openDialogs > 0) return;
      delete dataset.dialog;
      style.removeProperty('--scroll-bar');
    };
  }, []);
}
