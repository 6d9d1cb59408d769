import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/databases.ts';

const script = join(import.meta.dirname, 'older-node.mjs');
const name = `node-${process.platform}-${process.arch}`;

function runIn(folder: string, agent: string): string {
  const env = { ...process.env, npm_config_user_agent: agent };
  return execFileSync(process.execPath, [script], { cwd: folder, env, encoding: 'utf8' });
}

test('scripts find the Node.js that npm installed, also if npm 9 took away the link to it', () => {
  const folder = temporaryFolder();
  const modules = join(folder, 'node_modules');
  for (const path of ['.bin', `${name}/bin`]) mkdirSync(join(modules, path), { recursive: true });
  writeFileSync(join(modules, name, 'bin/node'), '');
  writeFileSync(join(modules, name, 'package.json'), JSON.stringify({ version: '24.1.2' }));
  const old = 'npm/9.2.0 node/v20.19.2 linux x64 workspaces/false';
  expect(runIn(folder, old)).toContain('npm has installed Node.js 24.1.2 beside it');
  expect(readlinkSync(join(modules, '.bin/node'))).toBe(`../${name}/bin/node`);
  expect(runIn(folder, 'npm/11.0.0 node/v24.0.0 linux x64 workspaces/false')).toBe('');
});

test('a Node.js for which npm leaves packages out stops npm ci with what to do', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  mkdirSync(join(folder, 'node_modules', name, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'node_modules', name, 'bin/node'), '');
  for (const version of ['18.20.4', '20.18.1', '22.11.0']) {
    const env = { ...process.env, npm_config_user_agent: `npm/9.2.0 node/v${version} linux x64` };
    const { status, stderr } = spawnSync(process.execPath, [script], { cwd: folder, env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining(`Node.js ${version} here`),
    });
  }
});

test('nothing is said or linked where npm has no Node.js to install', () => {
  const folder = temporaryFolder();
  expect(runIn(folder, 'npm/10.0.0 node/v20.0.0 freebsd x64 workspaces/false')).toBe('');
});
