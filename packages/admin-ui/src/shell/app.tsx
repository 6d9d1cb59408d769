import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  createBrowserRouter,
  type DataRouter,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { sitePath } from '../design/site-path.ts';
import { ErrorState } from '../design/states.tsx';
import { ToastProvider } from '../design/toast.tsx';
import { type Api, createApi } from '../kit/api.ts';
import { ApiProvider, createQueryClient } from '../kit/queries.ts';
import * as styles from './admin-layout.css.ts';
import { type PageEntry, pages } from './pages.ts';
import { WindowLayout } from './require-session.tsx';

export function App() {
  const [parts] = useState(() => {
    const api = createApi();
    return {
      api,
      client: createQueryClient(api),
      router: createBrowserRouter(createRoutes(), { basename: sitePath || '/' }),
    };
  });
  return <AppOf {...parts} />;
}

/** The app with the caller's API, cache and router. */
export function AppOf({ api, client, router }: { api: Api; client: QueryClient; router: DataRouter }) {
  return (
    <ApiProvider value={api}>
      <QueryClientProvider client={client}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </ApiProvider>
  );
}

function Root() {
  return (
    <FocusHeading>
      <Outlet />
      <ScrollRestoration />
    </FocusHeading>
  );
}

const pagesWith = (layout: PageEntry['layout']): RouteObject[] =>
  pages
    .filter((page) => page.layout === layout)
    .map(({ path, load }) => ({ path, lazy: { Component: load } }));

/**
 * Each page is a separate chunk. Creates a new list for each router, since a router writes what it has loaded into its
 * routes.
 */
export const createRoutes = (): RouteObject[] => [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: Starting,
    children: [
      ...pagesWith('public'),
      {
        // The login page needs none of it.
        lazy: { Component: async () => (await import('./admin-layout.tsx')).AdminLayout },
        // A page that fails does not affect the navigation around it.
        children: [{ ErrorBoundary: RouteError, children: pagesWith('admin') }],
      },
      {
        Component: WindowLayout,
        children: pagesWith('window'),
      },
      {
        path: '*',
        lazy: { Component: async () => (await import('./not-found-page.tsx')).NotFoundPage },
      },
    ],
  },
];

/** As in index.html, until the code of the page is here. */
function Starting() {
  return (
    <p className="starting" role="status">
      Loading...
    </p>
  );
}

/** After a navigation the page's h1 takes the focus, so that a screen reader announces the new page and the next
 * Tab starts there. Not on the first load, when the browser reads the page itself. */
function FocusHeading({ children }: { children: ReactNode }) {
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

/** Shown when a page's code failed to load or to render. */
function RouteError() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <div className={styles.center}>
      <ErrorState title="Something went wrong on this page" onRetry={() => window.location.reload()}>
        Saved work is safe. If it happens again after a reload, the installation may just have been updated:
        close this tab and open it again.
      </ErrorState>
    </div>
  );
}
