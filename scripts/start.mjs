/** `npm start`: builds anything missing, then serves. The build is cached, so a second start is quick. */
import { buildQuietly } from './build-quietly.mjs';

if (!buildQuietly()) process.exit(1);
process.argv.splice(2, 0, 'serve');
await import('../packages/cli/bin/wordrise.js');
