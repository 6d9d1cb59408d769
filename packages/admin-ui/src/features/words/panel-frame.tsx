import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import * as styles from './words.css.ts';

export interface PanelFrameProps {
  title: ReactNode;
  note?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A panel above the list. When it opens it scrolls into view and its first field gets the focus. */
export function PanelFrame({ title, note, onClose, children }: PanelFrameProps) {
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    element.current?.scrollIntoView?.({ block: 'start' });
    element.current?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
  }, []);

  return (
    <div ref={element} className={styles.panel}>
      <Card title={<span className={styles.panelTitle}>{title}</span>} note={note}>
        {children}
      </Card>
      <span className={styles.panelClose}>
        <IconButton icon="close" label="Close panel" onClick={onClose} />
      </span>
    </div>
  );
}
