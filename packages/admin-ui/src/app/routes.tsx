import { Outlet, type RouteObject, ScrollRestoration } from 'react-router';
import { FocusHeading } from './navigation.tsx';
import { RouteError } from './route-error.tsx';

function Root() {
  return (
    <FocusHeading>
      <Outlet />
      <ScrollRestoration />
    </FocusHeading>
  );
}

/** Each page is a chunk of its own: whoever opens the login page loads nothing of the admin area. A new list for
 * each router, since a router writes what it has loaded into its routes. */
export const createRoutes = (): RouteObject[] => [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      {
        path: 'login',
        lazy: { Component: async () => (await import('../features/accounts/login-page.tsx')).LoginPage },
      },
      {
        path: 'admin-setup',
        lazy: { Component: async () => (await import('../features/accounts/setup-page.tsx')).SetupPage },
      },
      {
        path: 'admin',
        lazy: { Component: async () => (await import('./admin-layout.tsx')).AdminLayout },
        children: [
          {
            // A page that fails leaves the bars around it standing.
            ErrorBoundary: RouteError,
            children: [
              {
                index: true,
                lazy: {
                  Component: async () => (await import('./dashboard-route.tsx')).DashboardRoute,
                },
              },
              {
                path: 'words',
                lazy: { Component: async () => (await import('../features/words/words-page.tsx')).WordsPage },
              },
              {
                path: 'schedule',
                lazy: {
                  Component: async () =>
                    (await import('../features/schedule/schedule-page.tsx')).SchedulePage,
                },
              },
              {
                path: 'templates',
                lazy: {
                  Component: async () =>
                    (await import('../features/templates/templates-page.tsx')).TemplatesPage,
                },
              },
              {
                path: 'tech-specs',
                lazy: {
                  Component: async () =>
                    (await import('../features/tech-specs/tech-specs-page.tsx')).TechSpecsPage,
                },
              },
              {
                path: 'embed',
                lazy: { Component: async () => (await import('../features/embed/embed-page.tsx')).EmbedPage },
              },
              {
                path: 'outbox',
                lazy: {
                  Component: async () => (await import('../features/outbox/outbox-page.tsx')).OutboxPage,
                },
              },
            ],
          },
        ],
      },
      {
        // A window of its own, without the bars.
        path: 'admin/templates/preview',
        lazy: { Component: async () => (await import('../features/templates/preview-page.tsx')).PreviewPage },
      },
      {
        path: '*',
        lazy: { Component: async () => (await import('./not-found-page.tsx')).NotFoundPage },
      },
    ],
  },
];
