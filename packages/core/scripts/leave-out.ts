import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Leaves modules out of the bundle that a library loads and we never use: imapflow logs to nobody here, needs no
 * proxy, sends no attachments, and decodes the names of folders, not texts. They are two thirds of its size. Of the
 * languages that zod speaks, English is loaded by itself.
 */
export const leaveOut: Plugin = {
  name: 'leave-out',
  setup(build) {
    const unused = /^(pino|socks|encoding-japanese)$|\/(dbcs-data|mimetypes)(\.js)?$|\/locales\/index\.js$/;
    build.onResolve({ filter: unused }, ({ path }) => ({ path, namespace: 'left-out' }));
    build.onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};
