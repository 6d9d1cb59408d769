import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';
import { nodeBundle, startOf } from '../../scripts/node-bundle.ts';
import { leaveOut } from './scripts/leave-out.ts';
import { packDictionary } from './scripts/pack-dictionary.ts';

const input = {
  index: 'src/index.ts',
  testing: 'src/testing.ts',
  'contract/index': 'src/contract/index.ts',
  'contract/constants': 'src/contract/constants.ts',
  'settings/index': 'src/settings/index.ts',
};

export default defineConfig(
  nodeBundle({
    input,
    // Core alone has it, so there is no second copy of a class: who checks with our schemas takes `z` from the contract.
    bundled: ['zod'],
    // What MikroORM does without.
    absent: [
      ...['@mikro-orm/seeder', '@mikro-orm/entity-generator', '@mikro-orm/migrations-mongodb'],
      ...['dataloader', 'tinyglobby'],
    ],
    plugins: [leaveOut],
    // MikroORM looks for its extensions by the names of their classes.
    keepNames: true,
    groups: [
      startOf(input['contract/constants'], 'constants'),
      startOf(input['contract/index'], 'contract'),
      startOf(input['settings/index'], 'settings'),
      startOf(input.index, 'core'),
    ],
    notices: {
      modules: [fileURLToPath(import.meta.resolve('cmu-pronouncing-dictionary'))],
      others: [
        { title: 'WordNet 3.1, packed', file: 'licenses/wordnet.txt' },
        { title: 'The CMU Pronouncing Dictionary, packed', file: 'licenses/cmudict.txt' },
      ],
    },
    addData() {
      copyFileSync('../../examples/words/starter.csv', 'dist/starter.csv');
      packDictionary('dist/dictionary-data');
    },
  }),
);
