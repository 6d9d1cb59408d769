import '@wordrise/widgets/style.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <App apiUrl={import.meta.env.VITE_WORDRISE_URL ?? 'http://localhost:5000'} />
  </StrictMode>,
);
