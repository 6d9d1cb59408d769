import { type ReactNode, useId } from 'react';
import { IconButton } from './button.tsx';
import * as styles from './dialog.css.ts';
import { Modal } from './modal.tsx';

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
  const id = useId();
  const close = () => onOpenChange(false);
  if (!open) return null;
  return (
    <Modal
      role="dialog"
      titleId={`${id}-title`}
      descriptionId={description === undefined ? undefined : `${id}-description`}
      className={styles.width[width]}
      onEscape={close}
      onClickOutside={close}
    >
      <h2 className={styles.title} id={`${id}-title`}>
        {title}
      </h2>
      {description !== undefined && (
        <p className={styles.description} id={`${id}-description`}>
          {description}
        </p>
      )}
      <div className={styles.body}>{children}</div>
      <div className={styles.close}>
        <IconButton icon="close" label="Close" onClick={close} />
      </div>
    </Modal>
  );
}

/** The row of buttons at the end of a dialog or form; the main one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
