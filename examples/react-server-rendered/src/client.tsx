import '@wordrise/widgets/style.css';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Page } from './page.tsx';

const root = document.querySelector<HTMLElement>('#root');
if (!root) throw new Error('The page has no #root.');
hydrateRoot(
  root,
  <StrictMode>
    <Page apiUrl={root.dataset.apiUrl ?? ''} />
  </StrictMode>,
);
