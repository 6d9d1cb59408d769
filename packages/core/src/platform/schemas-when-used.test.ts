import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { z as zod } from 'zod';
import { z } from './schemas-when-used.ts';

/** The same declarations with zod itself and with the zod of core's build. */
function declared({ object, string, array, enum: oneOf, number }: typeof zod) {
  const name = string().trim().min(2, 'too short').describe('A name');
  const person = object({ name, kind: oneOf(['reader', 'admin']).default('reader') });
  const page = object({
    people: array(person.extend({ age: number().int().optional() })),
    next: name.nullable(),
  });
  return { name, person, page };
}

const real = declared(zod);
const lazy = declared(z);

test('makes a schema when something asks about it, and no other', () => {
  const made: string[] = [];
  const noted = (name: string) => ({
    get [name]() {
      made.push(name);
      return z.string().optional();
    },
  });
  const used = z.object(noted('used')).extend({ more: z.string().default('') });
  z.array(z.object(noted('unused'))).nullable();
  expect(made).toEqual([]);
  expect(used.parse({ used: 'a' })).toEqual({ used: 'a', more: '' });
  expect(made).toEqual(['used']);
});

test('makes no schema for a field of an object that becomes part of another one', () => {
  const made: string[] = [];
  const person = z.object({
    get name() {
      made.push('name');
      return z.string().catch('nobody');
    },
  });
  const { name } = person.shape;
  const page = z.object({ author: name, editor: person.shape.name.optional() });
  expect(made).toEqual([]);
  expect(page.parse({ author: 1 })).toEqual({ author: 'nobody' });
  expect({ ...person.shape }).toHaveProperty('name');
});

/** Runs in a process of its own. Loads the contract as core's build does, and prints which schemas were made by then. */
const loadsContract = `
  import { registerHooks } from 'node:module';
  const standIn = new URL('./schemas-when-used.ts', base).href;
  const noting = 'data:text/javascript,' + encodeURIComponent(\`
    import { z as zod } from '\${import.meta.resolve('zod')}';
    globalThis.made = [];
    export const z = Object.fromEntries(Object.entries(zod).map(([name, maker]) =>
      [name, typeof maker === 'function' && /^[a-z]/.test(name)
        ? (...values) => (made.push(name), maker(...values))
        : maker]));\`);
  registerHooks({
    resolve(name, { parentURL = '', ...context }, next) {
      if (name !== 'zod' || !parentURL.startsWith(new URL('..', base).href) || parentURL.endsWith('/contract/index.ts'))
        return next(name, { parentURL, ...context });
      return { url: parentURL === standIn ? noting : standIn, shortCircuit: true };
    },
  });
  const { design } = await import(new URL('../contract/index.ts', base));
  const atLoad = made.length;
  design.parse({});
  console.log(JSON.stringify({ atLoad, made: made.length }));`;

test('loading the contract makes none of its schemas: every command would wait for them', () => {
  const script = `const base = ${JSON.stringify(import.meta.url)};${loadsContract}`;
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], options);
  expect(ended).toMatchObject({ status: 0 });
  const { atLoad, made } = JSON.parse(ended.stdout);
  expect(atLoad).toBe(0);
  expect(made).toBeGreaterThan(10);
});

test.each([
  { people: [{ name: ' Ada ', age: 3 }], next: null },
  { people: [{ name: 'A', age: 3.5, kind: 'cat' }], next: 'Bo' },
  {},
  'text',
])('accepts and refuses what zod does: %j', (value) => {
  const { success, data, error } = lazy.page.safeParse(value);
  expect({ success, data, issues: error?.issues }).toEqual({
    success: real.page.safeParse(value).success,
    data: real.page.safeParse(value).data,
    issues: real.page.safeParse(value).error?.issues,
  });
});

test('is taken for a schema by zod itself', () => {
  expect(lazy.person).toBeInstanceOf(zod.ZodObject);
  expect(Object.keys(lazy.person.shape)).toEqual(['name', 'kind']);
  expect(zod.toJSONSchema(lazy.page)).toEqual(zod.toJSONSchema(real.page));
  expect(zod.object({ person: lazy.person }).parse({ person: { name: 'Ada' } })).toEqual({
    person: { name: 'Ada', kind: 'reader' },
  });
});

test('keeps a description', () => {
  expect(zod.toJSONSchema(lazy.name)).toEqual(zod.toJSONSchema(real.name));
  expect(lazy.name.description).toBe('A name');
});

test('makes the same schemas after something has asked', () => {
  const extended = ({ object, number, string }: typeof zod) => {
    const person = object({ name: string() });
    expect(Object.keys(person.shape)).toEqual(['name']);
    return person.extend({ age: number().optional() });
  };
  expect(zod.toJSONSchema(extended(z))).toEqual(zod.toJSONSchema(extended(zod)));
});
