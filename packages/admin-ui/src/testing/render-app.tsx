import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { onTestFinished } from 'vitest';
import { createApi } from '../kit/api.ts';
import { createQueryClient } from '../kit/queries.ts';
import { AppOf } from '../shell/app.tsx';
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
  render(<AppOf api={api} client={client} router={router} />);
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
