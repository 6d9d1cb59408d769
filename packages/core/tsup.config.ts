import { copyFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';
import { packDictionary } from './scripts/pack-dictionary.ts';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    testing: 'src/testing.ts',
    'contract/index': 'src/contract/index.ts',
    'contract/constants': 'src/contract/constants.ts',
    'settings/index': 'src/settings/index.ts',
  },
  format: ['esm'],
  platform: 'node',
  target: 'node22',
  dts: false,
  sourcemap: false,
  clean: true,
  splitting: true,
  // The ORM and its query builder are some 500 small files: in one piece a command starts in half
  // the time. Core alone uses them, so there is no second copy of a class. zod stays outside,
  // because the server's `ZodError` has to be ours.
  noExternal: [/^@mikro-orm\//, 'kysely'],
  // MikroORM looks for its extensions by the names of their classes.
  esbuildOptions(options) {
    options.keepNames = true;
  },
  // CommonJS, or what MikroORM does without where it is not installed.
  external: [
    '@mikro-orm/seeder',
    '@mikro-orm/entity-generator',
    '@mikro-orm/migrations-mongodb',
    'dataloader',
    'pg-cursor',
    'tinyglobby',
  ],
  async onSuccess() {
    await copyFile('../../examples/words/starter.csv', 'dist/starter.csv');
    packDictionary('dist/dictionary-data');
  },
});
