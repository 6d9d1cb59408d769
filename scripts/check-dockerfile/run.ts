/**
 * `npm run check:dockerfile`: lints the Dockerfile and compose.yaml, then runs each of its steps without Docker, as root, in folders that
 * debootstrap makes from Debian's packages. Ends with the last stage serving as a container would: read-only, without
 * privileges, asked by its own health check, stopped by its own signal.
 *
 *     npm run check:dockerfile -- --lint    # only lints; needs neither root nor debootstrap
 *
 * The base image's Node.js is stood in for by the one of `npm ci`. A CI machine behind a proxy of its own for npm is
 * allowed for: certificates, registry and proxy settings of this machine are used in the folders.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { buildStages } from './build-stages.ts';
import { checkCompose } from './compose.ts';
import { serveStage } from './serve-stage.ts';

const { values } = parseArgs({ options: { lint: { type: 'boolean', default: false } } });
const text = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8');

const findings = validate(text);
for (const { message, range } of findings) console.error(`Dockerfile:${range.start.line + 1}: ${message}`);
if (findings.length > 0) process.exit(1);
console.log('The linter finds nothing in the Dockerfile.');
checkCompose();

if (!values.lint) {
  if (process.getuid?.() !== 0) throw new Error('Run it as root: it uses debootstrap, mount and chroot.');
  const place = mkdtempSync(join(tmpdir(), 'wordrise-image-'));
  try {
    await serveStage(buildStages(DockerfileParser.parse(text).getInstructions(), place));
  } finally {
    // Everything that a failed step has left mounted.
    execFileSync('sh', [
      '-c',
      'awk -v p="$1/" \'index($2, p) == 1 {print $2}\' /proc/mounts | sort -r | xargs -r umount',
      '-',
      place,
    ]);
    execFileSync('rm', ['-rf', '--one-file-system', place]);
  }
}
