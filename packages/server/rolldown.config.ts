import { cpSync } from 'node:fs';
import { defineConfig, type Plugin } from 'rolldown';
import { nodeBundle, startOf } from '../../scripts/node-bundle.ts';

const input = { index: 'src/index.ts' };

export default defineConfig(
  nodeBundle({
    input,
    // Resolved separately for each importer.
    bundled: ['zod'],
    plugins: [zodOfEach()],
    groups: [startOf(input.index, 'server')],
    notices: {
      // The pictures use outlines of letters from these fonts.
      others: [
        { title: 'Newsreader', file: '../admin-ui/src/design/fonts/Newsreader-OFL.txt' },
        { title: 'Gentium Plus', file: 'src/pictures/Gentium-Plus-OFL.txt' },
        { title: 'Noto Serif', file: 'src/pictures/Noto-Serif-OFL.txt' },
      ],
    },
    addData: () => cpSync('src/pictures/glyphs.txt', 'dist/glyphs.txt'),
  }),
);

/** koa-session was written for zod 3, which is part of zod 4 but not bundled. Our own code uses core's zod. */
function zodOfEach(): Plugin {
  return {
    name: 'zod-of-each',
    resolveId(id, importer = '') {
      if (id !== 'zod') return null;
      return { id: importer.includes('node_modules/koa-session/') ? 'zod/v3' : 'zod', external: true };
    },
  };
}
