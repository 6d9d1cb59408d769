import { copyFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';
import { builtinsWhenUsed } from '../../scripts/builtins-when-used.ts';
import { joinFiles } from '../../scripts/join-files.ts';
import { modulesOf, writeNotices } from '../../scripts/third-party.ts';
import { leaveOut } from './scripts/leave-out.ts';
import { packDictionary } from './scripts/pack-dictionary.ts';
import { schemasWhenUsed } from './scripts/schemas-when-used.ts';

const entry = {
  index: 'src/index.ts',
  testing: 'src/testing.ts',
  'contract/index': 'src/contract/index.ts',
  'contract/constants': 'src/contract/constants.ts',
  'platform/settings/index': 'src/platform/settings/index.ts',
};

export default defineConfig({
  entry,
  format: ['esm'],
  platform: 'node',
  target: 'node22',
  removeNodeProtocol: false,
  dts: false,
  metafile: true,
  clean: true,
  splitting: true,
  // The ORM, its query builder and zod are some 600 small files: in one piece a command starts in half
  // the time. Core alone has them, so there is no second copy of a class: who checks with our schemas takes
  // `z` from the contract.
  // The others carry several builds and their sources: what is used of them is a tenth.
  noExternal: [
    /^@mikro-orm\//,
    'kysely',
    'zod',
    'luxon',
    /^csv-/,
    'markdown-it',
    'html-to-text',
    'htmlparser2',
    'postal-mime',
    'handlebars',
    'imapflow',
  ],
  esbuildPlugins: [leaveOut, schemasWhenUsed, builtinsWhenUsed],
  // For modules in CommonJS among them. Made when called: each file has this line, and most never need it.
  banner: {
    js: "const require = (id) => process.getBuiltinModule('node:module').createRequire(import.meta.url)(id);",
  },
  esbuildOptions(options) {
    // A command reads four megabytes of this: comments go. `joinFiles` breaks the lines again.
    options.minifyWhitespace = true;
    options.minifySyntax = true;
  },
  // CommonJS, or what MikroORM does without where it is not installed.
  external: [
    '@mikro-orm/seeder',
    '@mikro-orm/entity-generator',
    '@mikro-orm/migrations-mongodb',
    'dataloader',
    'tinyglobby',
  ],
  async onSuccess() {
    await joinFiles('dist', Object.keys(entry), {
      constants: ['contract/constants'],
      settings: ['platform/settings/index'],
      contract: ['contract/index'],
      core: ['index'],
      sql: ['sqlite-orm', 'postgresql-orm'],
      sqlite: ['sqlite-orm'],
      postgresql: ['postgresql-orm'],
    });
    for (const pack of ['starter.csv', 'second.csv', 'themes.csv'])
      await copyFile(`../../examples/words/${pack}`, `dist/${pack}`);
    packDictionary('dist/dictionary-data');
    writeNotices('dist/THIRD-PARTY-NOTICES.txt', {
      modules: [
        ...modulesOf('dist/metafile-esm.json', '.'),
        fileURLToPath(import.meta.resolve('cmu-pronouncing-dictionary')),
      ],
      others: [
        { title: 'WordNet 3.1, packed', file: 'licenses/wordnet.txt' },
        { title: 'The CMU Pronouncing Dictionary, packed', file: 'licenses/cmudict.txt' },
        { title: 'English spelling dictionary from SCOWL, packed', file: 'licenses/scowl.txt' },
      ],
    });
    await rm('dist/metafile-esm.json');
  },
});
