import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter, type DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ToastProvider } from '../design/toast.tsx';
import { type Api, createApi } from '../kit/api.ts';
import { ApiProvider, createQueryClient } from '../kit/queries.ts';
import { createRoutes } from './routes.tsx';

export function App() {
  const [parts] = useState(() => {
    const api = createApi();
    return { api, client: createQueryClient(api), router: createBrowserRouter(createRoutes()) };
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
