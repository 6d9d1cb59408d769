import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/main.ts'],
  format: ['esm'],
  platform: 'node',
  target: 'node22',
  dts: false,
  sourcemap: false,
  clean: true,
  // Every command is a chunk of its own, read when it is called.
  splitting: true,
  noExternal: ['commander', /^fast-(string|wrap)/, '@wordrise/core/constants', '@wordrise/core/settings'],
  removeNodeProtocol: false,
});
