import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../compose.yaml');

/**
 * Compose itself reads the file with each of its profiles, with none and with all of them, which needs no daemon.
 * Debian's package is docker-compose.
 */
export function checkCompose(): void {
  const compose = [['docker', 'compose'], ['docker-compose']].find(
    ([command = '', ...words]) => spawnSync(command, [...words, 'version']).status === 0,
  );
  if (!compose) {
    console.log('compose.yaml is not checked: there is no docker compose.');
    return;
  }
  const [command = '', ...words] = compose;
  const profiles = new Set(
    [...readFileSync(file, 'utf8').matchAll(/profiles: \[(\w+)\]/g)].map(([, name = '']) => name),
  );
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-compose-'));
  try {
    copyFileSync(file, join(folder, 'compose.yaml'));
    writeFileSync(join(folder, '.env'), '');
    for (const together of [[], ...[...profiles].map((one) => [one]), [...profiles]]) {
      const chosen = together.flatMap((profile) => ['--profile', profile]);
      const args = [...words, ...chosen, 'config', '--quiet'];
      const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(`compose.yaml, ${together.join(' and ') || 'no profile'}: ${stderr}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(`compose.yaml is valid with ${[...profiles].join(', ')}, with none and with all of them.`);
}
