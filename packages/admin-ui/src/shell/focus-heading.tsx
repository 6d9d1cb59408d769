import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation the page's h1 takes the focus, so that a screen reader announces the new page and the next
 * Tab starts there. Not on the first load, when the browser reads the page itself. */
export function FocusHeading({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const last = useRef(pathname);

  // Before anyone can type into the new page: later it would take the focus from their field.
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [pathname]);

  return children;
}
