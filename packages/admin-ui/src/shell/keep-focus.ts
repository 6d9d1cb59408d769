import { useEffect } from 'react';

/** Dialogs and toasts give the focus back themselves. */
const passing = '[role=dialog], [role=alertdialog], [data-toasts]';

/**
 * What has the focus may leave the page, such as the row of a canceled email. The title of the page gets it then: with the
 * focus nowhere, the next Tab would start at the top.
 */
export function useKeptFocus() {
  useEffect(() => {
    let last: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element && !target.closest(passing) ? target : null;
    };
    // A click on nothing takes the focus away on purpose.
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget === null) queueMicrotask(() => target === last && last?.isConnected && forget());
    };
    const forget = () => {
      last = null;
    };
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      forget();
      document.querySelector('h1')?.focus({ preventScroll: true });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', leave);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', leave);
    };
  }, []);
}
