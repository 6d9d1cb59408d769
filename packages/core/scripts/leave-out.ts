import type { Plugin } from 'rolldown';

const unused = /^(pino|socks|encoding-japanese)$|\/(dbcs-data|mimetypes)(\.js)?$|\/locales\/index\.js$/;

/**
 * Leaves modules out of the bundle that libraries load but we never use. Our imapflow needs no logger, no proxy, no
 * attachments and no text decoding: these are two thirds of its size. Of zod's languages, only English is loaded.
 */
export const leaveOut: Plugin = {
  name: 'leave-out',
  resolveId: (id) => (unused.test(id) ? `\0left-out:${id}` : null),
  load: (id) =>
    id.startsWith('\0left-out:') ? { code: 'module.exports = {};', moduleSideEffects: false } : null,
};
