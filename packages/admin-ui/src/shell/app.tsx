import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ToastProvider } from '../design/toast.tsx';
import { createApi } from '../kit/api.ts';
import { ApiProvider, createQueryClient } from '../kit/queries.ts';
import { createRoutes } from './routes.tsx';

export function App() {
  const [{ api, client, router }] = useState(() => {
    const api = createApi();
    return { api, client: createQueryClient(api), router: createBrowserRouter(createRoutes()) };
  });
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
