import '@wordrise/widgets/style.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <App apiUrl={import.meta.env.VITE_WORDRISE_URL ?? 'http://localhost:5000'} />
  </StrictMode>,
);
