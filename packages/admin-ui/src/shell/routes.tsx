import { Outlet, type RouteObject, ScrollRestoration } from 'react-router';
import { AdminLayout } from './admin-layout.tsx';
import { FocusHeading } from './focus-heading.tsx';
import { type PageEntry, pages } from './pages.ts';
import { WindowLayout } from './require-session.tsx';
import { RouteError } from './route-error.tsx';

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
    HydrateFallback: () => null,
    children: [
      ...pagesWith('public'),
      {
        Component: AdminLayout,
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
