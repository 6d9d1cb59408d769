import { expect, onTestFinished, test, vi } from 'vitest';
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

test('loading the contract makes none of its schemas: every command would wait for them', async () => {
  const made: string[] = [];
  const noting = Object.entries(zod).map(([name, maker]): [string, unknown] => {
    if (typeof maker !== 'function' || !/^[a-z]/.test(name)) return [name, maker];
    const noted = (...values: unknown[]) => {
      made.push(name);
      return Reflect.apply(maker, undefined, values);
    };
    return [name, noted];
  });
  onTestFinished(() => {
    vi.doUnmock('zod');
    vi.resetModules();
  });
  vi.doMock('zod', () => ({ z: Object.fromEntries(noting) }));
  vi.resetModules();
  const whenUsed = await import('./schemas-when-used.ts');
  // What core's build does.
  vi.doMock('zod', () => whenUsed);
  vi.resetModules();
  const { design, signupInput } = await import('../contract/index.ts');
  expect(made).toEqual([]);
  expect(design.parse({})).toMatchObject({ type: 'classic' });
  expect(signupInput.safeParse({}).success).toBe(false);
  expect(made).toContain('object');
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
