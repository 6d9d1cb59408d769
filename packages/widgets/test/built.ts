import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const packageDir = dirname(import.meta.dirname);
export const dist = (file: string) => join(packageDir, 'dist', file);

const newest = (path: string): number => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
};

const sources = ['src', 'rollup.config.mjs', 'package.json', 'tsconfig.json'];

/** Builds what is tested when the sources are newer than it; once, also for two processes at a time. */
async function ensure(file: string, command: string, args: string[]): Promise<void> {
  const isCurrent = () =>
    newest(dist(file)) > Math.max(...sources.map((path) => newest(join(packageDir, path))));
  const lock = join(packageDir, 'node_modules', '.building');
  mkdirSync(join(packageDir, 'node_modules'), { recursive: true });
  while (!isCurrent()) {
    try {
      mkdirSync(lock);
    } catch {
      await pause(200);
      continue;
    }
    try {
      if (!isCurrent())
        execFileSync(command, args, { cwd: packageDir, stdio: ['ignore', 'ignore', 'inherit'] });
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

/** The scripts and the style sheet. */
export const ensureBuilt = () => ensure('wordrise-widgets.js', 'npx', ['rollup', '-c', '--silent']);
/** With the declarations. */
export const ensurePackageBuilt = () => ensure('index.d.ts', 'npm', ['run', 'build']);
