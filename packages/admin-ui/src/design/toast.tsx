import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import * as styles from './toast.css.ts';

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  /** A button, such as "Undo". Pressing it closes the toast. */
  action?: ToastAction | undefined;
}

export interface ToastAction {
  label: string;
  onAct: () => void;
}

export interface Toasts {
  success(message: ToastMessage | string): void;
  /** Done, but something needs attention. */
  warn(message: ToastMessage | string): void;
  error(message: ToastMessage | string): void;
}

type Tone = keyof Toasts;
interface Shown extends ToastMessage {
  tone: Tone;
  /** A new toast gets its full time, even with the same text. */
  count: number;
}

const ToastContext = createContext<Toasts | undefined>(undefined);

const showForMs: Record<Tone, number> = { success: 5000, warn: 9000, error: 9000 };
/** Long enough to read it and decide. */
const showActionForMs = 12_000;

/** Shows at most one toast: a new one replaces the old. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>();

  const show = useCallback((tone: Tone, message: ToastMessage | string) => {
    const content = typeof message === 'string' ? { title: message } : message;
    setShown((last) => ({ ...content, tone, count: (last?.count ?? 0) + 1 }));
  }, []);
  const toasts = useMemo<Toasts>(
    () => ({
      success: (message) => show('success', message),
      warn: (message) => show('warn', message),
      error: (message) => show('error', message),
    }),
    [show],
  );
  const dismiss = useCallback(() => setShown(undefined), []);
  /** What had the focus before a button of a toast. */
  const before = useRef<EventTarget>(null);
  function noteBefore({ relatedTarget, currentTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget as Node | null)) before.current = relatedTarget;
  }

  // The live region is always there: screen readers announce what is added to it, even while a dialog is open.
  return (
    <ToastContext value={toasts}>
      {children}
      <div className={styles.viewport} role="status" aria-live="polite" data-toasts="" onFocus={noteBefore}>
        {shown && (
          <Toast
            key={shown.count}
            tone={shown.tone}
            title={shown.title}
            description={shown.description}
            action={shown.action}
            onDismiss={dismiss}
            focusedBefore={before}
          />
        )}
      </div>
    </ToastContext>
  );
}

interface ToastProps extends ToastMessage {
  tone: Tone;
  onDismiss: () => void;
  focusedBefore: { current: EventTarget | null };
}

function Toast({ tone, title, description, action, onDismiss, focusedBefore }: ToastProps) {
  const showMs = action ? showActionForMs : showForMs[tone];
  /** Hovered or focused: someone is reading it. */
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onDismiss, showMs);
    return () => clearTimeout(timer);
  }, [held, showMs, onDismiss]);

  // With the toast, the focus in it would be lost.
  const toast = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = toast.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const last = focusedBefore.current;
      const target = last instanceof HTMLElement && last.isConnected ? last : document.querySelector('h1');
      target?.focus({ preventScroll: true });
    };
  }, [focusedBefore]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing the timer is not an action
    <div
      ref={toast}
      className={styles.toast}
      data-tone={tone}
      // An open dialog takes pointer events from the page behind it.
      style={{ pointerEvents: 'auto' }}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.icon[tone]}>
        <Icon name={tone === 'success' ? 'check' : 'warning'} size={16} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {description !== undefined && <p className={styles.description}>{description}</p>}
      </div>
      {action && (
        <Button
          size="small"
          onClick={() => {
            onDismiss();
            action.onAct();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" onClick={onDismiss} />
    </div>
  );
}

/** The region on the page that toasts appear in. */
export const toastRegion = () => document.querySelector<HTMLElement>('[data-toasts]');

/** `toasts.success('Word added successfully!')` or `toasts.error({ title: 'Error', description })`. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToasts needs a ToastProvider above it');
  return toasts;
}
