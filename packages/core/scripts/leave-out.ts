import type { Plugin } from 'rolldown';

const unused = /^(pino|socks|encoding-japanese)$|\/(dbcs-data|mimetypes)(\.js)?$|\/locales\/index\.js$/;

/**
 * Leaves modules out of the bundle that a library loads and we never use: imapflow logs to nobody here, needs no
 * proxy, sends no attachments, and decodes the names of folders, not texts. They are two thirds of its size. Of the
 * languages that zod speaks, English is loaded by itself.
 */
export const leaveOut: Plugin = {
  name: 'leave-out',
  resolveId: (id) => (unused.test(id) ? `\0left-out:${id}` : null),
  load: (id) =>
    id.startsWith('\0left-out:') ? { code: 'module.exports = {};', moduleSideEffects: false } : null,
};
