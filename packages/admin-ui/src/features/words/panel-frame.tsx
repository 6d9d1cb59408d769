import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { screen } from '../../design/scale.ts';
import * as styles from './words.css.ts';

export interface PanelFrameProps {
  title: ReactNode;
  note?: ReactNode;
  /** Beside the list on wide screens; otherwise above it. */
  isBeside?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A panel of the words page. When it opens its top is in view and its first field gets the focus. */
export function PanelFrame({ title, note, isBeside = false, onClose, children }: PanelFrameProps) {
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Beside the list it is always in view, and the list must not move.
    const isInView = isBeside && window.matchMedia?.(screen.wide).matches;
    if (!isInView) element.current?.scrollIntoView?.({ block: 'start' });
    element.current?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
  }, [isBeside]);

  return (
    <div ref={element} className={isBeside ? styles.sidePanel : styles.panel}>
      <Card title={<span className={styles.panelTitle}>{title}</span>} note={note}>
        {children}
      </Card>
      <span className={styles.panelClose}>
        <IconButton icon="close" label="Close panel" onClick={onClose} />
      </span>
    </div>
  );
}
