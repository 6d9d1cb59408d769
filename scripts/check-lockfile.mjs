/**
 * Fails if the lockfile names an optional package that it does not contain: `npm install` leaves one
 * out silently when the registry lacks it, and `npm ci` then refuses on the next machine.
 */
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const held = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
const missing = new Set();
for (const { optionalDependencies = {} } of Object.values(packages)) {
  for (const name of Object.keys(optionalDependencies)) if (!held.has(name)) missing.add(name);
}
if (missing.size > 0) {
  console.error(`package-lock.json lacks: ${[...missing].join(', ')}`);
  console.error('Choose versions whose platform packages all exist, then install again.');
  process.exitCode = 1;
} else {
  console.log('package-lock.json holds every optional package.');
}
