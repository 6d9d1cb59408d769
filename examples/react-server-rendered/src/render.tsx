import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Page } from './page.tsx';

/** The page's markup, rendered by the server. */
export function render(apiUrl: string): string {
  return renderToString(
    <StrictMode>
      <Page apiUrl={apiUrl} />
    </StrictMode>,
  );
}
