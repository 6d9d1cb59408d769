import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import * as styles from './dialog.css.ts';

const focusable = 'input:not([type=hidden], :disabled), textarea, select, button:not(:disabled), a[href]';

/** The overlays of the open dialogs, the topmost last. */
const overlays: HTMLElement[] = [];

export interface ModalProps {
  role: 'dialog' | 'alertdialog';
  titleId: string;
  descriptionId: string | undefined;
  className: string;
  /** Called on Escape. */
  onEscape: () => void;
  onClickOutside?: () => void;
  children: ReactNode;
}

/** Mounted while a dialog is open. The first control gets the focus; on closing it returns to where it was. */
export function Modal({
  role,
  titleId,
  descriptionId,
  className,
  onEscape,
  onClickOutside,
  children,
}: ModalProps) {
  const overlay = useRef<HTMLDivElement>(null);
  const latestEscape = useRef(onEscape);
  latestEscape.current = onEscape;

  useEffect(() => {
    const element = overlay.current;
    if (!element) return;
    const before = document.activeElement;
    overlays.push(element);
    isolateTopmost();
    element.querySelector<HTMLElement>(focusable)?.focus();

    function handleKeyDown(event: KeyboardEvent) {
      if (overlays.at(-1) !== element) return;
      if (event.key === 'Escape') latestEscape.current();
      if (event.key === 'Tab') keepFocusWithin([element, document.querySelector('[data-toasts]')], event);
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => {
      document.removeEventListener('keydown', handleKeyDown);
      overlays.splice(overlays.indexOf(element), 1);
      isolateTopmost();
      // What had the focus may be gone, such as the card of a removed word.
      const target = before?.isConnected ? before : document.querySelector('h1');
      if (target instanceof HTMLElement) target.focus();
    };
  }, []);

  function handleMouseDown({ target, currentTarget, clientX }: MouseEvent<HTMLDivElement>) {
    const onScrollBar = clientX > currentTarget.clientWidth;
    if (target === currentTarget && !onScrollBar) onClickOutside?.();
  }

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the keyboard has Escape
    <div ref={overlay} className={styles.overlay} onMouseDown={handleMouseDown}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support aria-modal */}
      <div
        role={role}
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={descriptionId}
        className={className}
        tabIndex={-1}
      >
        {children}
      </div>
    </div>,
    document.body,
  );
}

/** Makes everything inert except the topmost dialog and the toasts, which must stay audible and dismissible. A native
 * modal `<dialog>` would silence them. */
function isolateTopmost() {
  for (const element of document.querySelectorAll('[data-behind-dialog]')) {
    for (const name of ['data-behind-dialog', 'inert', 'aria-hidden']) element.removeAttribute(name);
  }
  const top = overlays.at(-1);
  lockScrolling(top !== undefined);
  if (top) hideAround([top, document.querySelector('[data-toasts]')], document.body);
}

/** Tab goes from the last control to the first, and Shift+Tab back, instead of through the page's empty end. */
function keepFocusWithin(parts: (Element | null)[], event: KeyboardEvent) {
  const controls = [...document.querySelectorAll<HTMLElement>(focusable)].filter((control) =>
    parts.some((part) => part?.contains(control)),
  );
  if (event.shiftKey) controls.reverse();
  const [next] = controls;
  const { activeElement } = document;
  const isWithin = controls.some((control) => control === activeElement);
  if (!next || (isWithin && activeElement !== controls.at(-1))) return;
  event.preventDefault();
  next.focus();
}

/** The page does not jump: space for its scroll bar stays reserved (`global.css.ts`). */
function lockScrolling(locked: boolean) {
  document.documentElement.style.overflow = locked ? 'hidden' : '';
}

function hideAround(kept: (Element | null)[], parent: Element) {
  for (const child of parent.children) {
    if (kept.includes(child)) continue;
    if (kept.some((element) => child.contains(element))) hideAround(kept, child);
    else for (const name of ['data-behind-dialog', 'inert', 'aria-hidden']) child.setAttribute(name, 'true');
  }
}
