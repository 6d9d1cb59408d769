import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Keeps light-dark() in the form's styles, so that the form follows the page's color-scheme.
  build: { cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'] },
});
