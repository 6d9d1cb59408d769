import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, endpoints } from './endpoints.ts';
import { errorCodes } from './error-codes.ts';

const files = readdirSync(import.meta.dirname).filter((name) => /^[\w-]+\.ts$/.test(name));

test.each(files)('%s loads in a browser: it imports only zod and its neighbors', (name) => {
  const source = readFileSync(join(import.meta.dirname, name), 'utf8');
  const imported = [...source.matchAll(/from '([^']+)'/g)].map(([, from]) => from as string);
  expect(imported.filter((from) => from !== 'zod' && !from.startsWith('./'))).toEqual([]);
  expect(source).not.toMatch(/\bprocess\.|\bBuffer\b|import\(/);
});

test('the constants load without a schema', () => {
  const read = (file: string): string[] => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8');
    return [...source.matchAll(/from '([^']+)'/g)].flatMap(([, from = '']) =>
      from.startsWith('./') ? [from, ...read(from)] : [from],
    );
  };
  expect(read('constants.ts')).toContain('./limits.ts');
  expect(read('constants.ts').filter((from) => !from.startsWith('./'))).toEqual([]);
});

test('each call has its own method and path, and lists its parameters', () => {
  const calls = Object.values(endpoints as Record<string, Endpoint>);
  const addresses = calls.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const { path, params } of calls) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const known = params
      ? Object.keys((z.toJSONSchema(params, { io: 'input' }).properties ?? {}) as object)
      : [];
    expect(known).toEqual(named);
  }
});

test('no code is listed twice', () => {
  expect(new Set(errorCodes).size).toBe(errorCodes.length);
});
