import { cpSync } from 'node:fs';
import { defineConfig } from 'rolldown';
import { nodeBundle, startOf } from '../../scripts/node-bundle.ts';

export default defineConfig(
  nodeBundle({
    input: { main: 'src/main.ts' },
    // The small parts of core; the rest is loaded when a command needs it.
    bundled: ['@wordrise/core/constants', '@wordrise/core/settings'],
    conditionNames: ['source', 'import', 'node', 'default'],
    groups: [
      startOf('src/run-program.ts', 'run-program'),
      // What commands share; each command is a separate file, read when it is called.
      { name: 'shared', minShareCount: 2, test: /\/packages\/(cli|core)\/src\/|^\0builtin:/ },
    ],
    // What docs/going-live.md copies: an installation from npm has no checkout.
    addData() {
      for (const name of ['systemd', 'cron', 'nginx', 'caddy'])
        cpSync(`../../examples/${name}`, `dist/examples/${name}`, { recursive: true });
    },
  }),
);
