import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { onTestFinished } from 'vitest';
import { ToastProvider } from '../design/toast.tsx';
import { createApi } from '../kit/api.ts';
import { ApiProvider, createQueryClient } from '../kit/queries.ts';
import { createRoutes } from '../shell/routes.tsx';
import { type Answers, type FakeServer, fakeServer } from './fake-server.ts';

export interface RenderAppOptions {
  /** The initial URL. */
  path: string;
  server?: FakeServer;
  answers?: Answers;
  routes?: RouteObject[];
}

/** The whole app at a path, over a fake server; signed in unless `answers` say otherwise. */
export function renderApp({
  path,
  answers = {},
  server = fakeServer(answers),
  routes = createRoutes(),
}: RenderAppOptions) {
  const api = createApi({ fetch: server.fetch });
  const client = createQueryClient(api);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  onTestFinished(() => {
    cleanup();
    client.clear();
  });
  // jsdom has no scrolling.
  window.scrollTo = () => {};
  render(
    <ApiProvider value={api}>
      <QueryClientProvider client={client}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </ApiProvider>,
  );
  return {
    user: userEvent.setup(),
    server,
    client,
    router,
    /** The current URL. */
    place: () => router.state.location.pathname + router.state.location.search,
  };
}

/** One component, with a page around it. */
export function renderAlone(element: ReactElement, answers: Answers = {}) {
  return renderApp({ path: '/', answers, routes: [{ path: '*', element }] });
}
