import { copyFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts', testing: 'src/testing.ts', 'contract/index': 'src/contract/index.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node22',
  dts: false,
  sourcemap: true,
  clean: true,
  splitting: true,
  onSuccess: () => copyFile('../../examples/words/starter.csv', 'dist/starter.csv'),
});
