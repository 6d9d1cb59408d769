import { useQuery } from '@tanstack/react-query';
import { defaultProductName } from '@wordrise/core/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { endpointQuery, useApi } from './queries.ts';

export function useProductName(): string {
  const config = useQuery(endpointQuery(useApi(), 'config'));
  return config.data?.productName ?? defaultProductName;
}

/** The name in the browser's tab: "Words · Wordrise". */
export function usePageTitle(title: string) {
  const productName = useProductName();
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
}

/** After a navigation the page's h1 takes the focus, so that a screen reader says where one has arrived and the
 * next Tab starts there. Not at the first load, where the browser reads the page itself. */
export function FocusHeading({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const last = useRef(pathname);

  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [pathname]);

  return children;
}
