import { Outlet, type RouteObject, ScrollRestoration } from 'react-router';
import { FocusHeading } from './focus-heading.tsx';
import { type PageEntry, pages } from './pages.ts';
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

/** Each page is a chunk of its own: the login page loads nothing of the admin area. Makes a new list for each
 * router, since a router writes what it has loaded into its routes. */
export const createRoutes = (): RouteObject[] => [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      ...pagesWith('public'),
      {
        lazy: { Component: async () => (await import('./admin-layout.tsx')).AdminLayout },
        // A page that fails leaves the navigation around it standing.
        children: [{ ErrorBoundary: RouteError, children: pagesWith('admin') }],
      },
      {
        lazy: { Component: async () => (await import('./require-session.tsx')).WindowLayout },
        children: pagesWith('window'),
      },
      {
        path: '*',
        lazy: { Component: async () => (await import('./not-found-page.tsx')).NotFoundPage },
      },
    ],
  },
];
