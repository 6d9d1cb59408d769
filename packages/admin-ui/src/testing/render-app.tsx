import { cleanup, render, waitFor } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type ReactElement, useEffect } from 'react';
import { createMemoryRouter, Outlet, type RouteObject, useLocation } from 'react-router';
import { expect, onTestFinished } from 'vitest';
import { createApi } from '../kit/api.ts';
import { createQueryClient } from '../kit/queries.ts';
import { AppOf, createRoutes } from '../shell/app.tsx';
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
  let shown: string | undefined;
  const root = { element: <Shown onShown={(key) => (shown = key)} />, children: routes };
  const router = createMemoryRouter([{ ...root, HydrateFallback: () => null }], { initialEntries: [path] });
  onTestFinished(() => {
    cleanup();
    client.clear();
  });
  // jsdom has no scrolling.
  window.scrollTo = () => {};
  render(<AppOf api={api} client={client} router={router} />);
  return {
    user: patientUser(() => router.state.navigation.state === 'idle' && router.state.location.key === shown),
    server,
    client,
    router,
    /** The current URL. */
    place: () => router.state.location.pathname + router.state.location.search,
  };
}

/** Reports which location the page shows: it follows the router in a transition, which takes time on a slow machine. */
function Shown({ onShown }: { onShown: (key: string) => void }) {
  const { key } = useLocation();
  useEffect(() => {
    onShown(key);
  }, [key, onShown]);
  return <Outlet />;
}

/** A user whose every action ends once the page that it leads to is there. */
function patientUser(isThere: () => boolean): UserEvent {
  return new Proxy(userEvent.setup(), {
    get(user, name) {
      const action = Reflect.get(user, name);
      return async (...args: unknown[]) => {
        const result = await Reflect.apply(action, user, args);
        if (!isThere()) await waitFor(() => expect(isThere()).toBe(true));
        return result;
      };
    },
  });
}

/** One component, with a page around it. */
export function renderAlone(element: ReactElement, answers: Answers = {}) {
  return renderApp({ path: '/', answers, routes: [{ path: '*', element }] });
}
