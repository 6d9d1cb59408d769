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
    // Only core bundles zod, so that there is no second copy of its classes. Callers that validate with our schemas
    // import `z` from the contract.
    bundled: ['zod'],
    // Modules that MikroORM can do without.
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
