import { cpSync } from 'node:fs';
import { defineConfig, type Plugin } from 'rolldown';
import { nodeBundle, startOf } from '../../scripts/node-bundle.ts';

const input = { index: 'src/index.ts' };

export default defineConfig(
  nodeBundle({
    input,
    // Decided for each importer.
    bundled: ['zod'],
    plugins: [zodOfEach()],
    groups: [startOf(input.index, 'server')],
    notices: {
      // Outlines of their letters.
      others: [
        { title: 'Newsreader', file: '../admin-ui/src/design/fonts/Newsreader-OFL.txt' },
        { title: 'Gentium Plus', file: 'src/pictures/Gentium-Plus-OFL.txt' },
        { title: 'Noto Serif', file: 'src/pictures/Noto-Serif-OFL.txt' },
      ],
    },
    addData: () => cpSync('src/pictures/glyphs.txt', 'dist/glyphs.txt'),
  }),
);

/** koa-session was written for zod 3, which is a part of zod 4 and not in the files. Ours is core's. */
function zodOfEach(): Plugin {
  return {
    name: 'zod-of-each',
    resolveId(id, importer = '') {
      if (id !== 'zod') return null;
      return { id: importer.includes('node_modules/koa-session/') ? 'zod/v3' : 'zod', external: true };
    },
  };
}
