import { Toast as RadixToast } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import * as styles from './toast.css.ts';

export interface ToastMessage {
  title: string;
  description?: string | undefined;
}

export interface Toasts {
  success(message: ToastMessage | string): void;
  error(message: ToastMessage | string): void;
}

type Tone = keyof Toasts;
interface Shown extends ToastMessage {
  tone: Tone;
  key: number;
}

const ToastContext = createContext<Toasts | undefined>(undefined);

const showForMs: Record<Tone, number> = { success: 5000, error: 9000 };

/** Shows at most one toast: a new one takes the place of the old. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>();

  const show = useCallback((tone: Tone, message: ToastMessage | string) => {
    const words = typeof message === 'string' ? { title: message } : message;
    setShown((last) => ({ ...words, tone, key: (last?.key ?? 0) + 1 }));
  }, []);
  const toasts = useMemo<Toasts>(
    () => ({ success: (message) => show('success', message), error: (message) => show('error', message) }),
    [show],
  );

  return (
    <ToastContext value={toasts}>
      <RadixToast.Provider swipeDirection="right" label="Notification">
        {children}
        {shown && (
          <RadixToast.Root
            key={shown.key}
            className={styles.toast}
            type={shown.tone === 'error' ? 'foreground' : 'background'}
            duration={showForMs[shown.tone]}
            onOpenChange={(open) => {
              if (!open) setShown((now) => (now?.key === shown.key ? undefined : now));
            }}
          >
            <span className={styles.icon[shown.tone]}>
              <Icon name={shown.tone === 'success' ? 'check' : 'warning'} size={16} />
            </span>
            <div className={styles.words}>
              <RadixToast.Title className={styles.title}>{shown.title}</RadixToast.Title>
              {shown.description !== undefined && (
                <RadixToast.Description className={styles.description}>
                  {shown.description}
                </RadixToast.Description>
              )}
            </div>
            <RadixToast.Close asChild>
              <Button variant="quiet" size="small" icon="close" iconOnly aria-label="Dismiss" />
            </RadixToast.Close>
          </RadixToast.Root>
        )}
        <RadixToast.Viewport className={styles.viewport} />
      </RadixToast.Provider>
    </ToastContext>
  );
}

/** `toasts.success('Word added successfully!')` or `toasts.error({ title: 'Error', description })`. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToasts needs a ToastProvider above it');
  return toasts;
}
