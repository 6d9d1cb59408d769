import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Page } from './page.tsx';

/** The page's markup, as the server sends it. */
export function render(apiUrl: string): string {
  return renderToString(
    <StrictMode>
      <Page apiUrl={apiUrl} />
    </StrictMode>,
  );
}
