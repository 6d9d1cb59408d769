/**
 * `npm run check:dockerfile`: lints the Dockerfile and compose.yaml, then runs each of its steps without Docker, as
 * root, in folders that debootstrap creates from Debian's packages. At the end the last stage serves as a container
 * would: read-only, without privileges, probed by its own health check, stopped by its own signal.
 *
 *     npm run check:dockerfile -- --lint    # only lints; needs neither root nor debootstrap
 *
 * The Node.js of `npm ci` stands in for the base image's. A CI machine with its own proxy for npm works too: the
 * folders use the certificates, registry and proxy settings of this machine.
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
    // Unmounts everything that a failed step left mounted.
    execFileSync('sh', [
      '-c',
      'awk -v p="$1/" \'index($2, p) == 1 {print $2}\' /proc/mounts | sort -r | xargs -r umount',
      '-',
      place,
    ]);
    execFileSync('rm', ['-rf', '--one-file-system', place]);
  }
}
