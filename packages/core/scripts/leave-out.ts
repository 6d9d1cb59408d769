import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Leaves modules out of the bundle that libraries load but we never use. Our imapflow needs no logger, no proxy, no
 * attachments and no text decoding: these are two thirds of its size. Of zod's languages, only English is loaded.
 */
export const leaveOut: Plugin = {
  name: 'leave-out',
  setup(build) {
    const unused = /^(pino|socks|encoding-japanese)$|\/(dbcs-data|mimetypes)(\.js)?$|\/locales\/index\.js$/;
    build.onResolve({ filter: unused }, ({ path }) => ({ path, namespace: 'left-out' }));
    build.onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};
