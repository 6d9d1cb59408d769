import { z as zod } from 'zod';

// Gives core's own modules a zod whose schemas are made when something first asks about them. A command uses a tenth of
// the thousand that they declare, and making all of them takes longer than starting Node.js. Only the build for Node.js
// does so: bundlers of pages drop what no page uses.

type Call = (...values: unknown[]) => object;

/** What makes a schema, if it is called on zod. */
const makers =
  'array boolean date discriminatedUnion email enum int literal looseObject number object partialRecord preprocess record strictObject string tuple union unknown';

/** What makes another schema, if it is called on one. Anything else is answered by the schema itself. */
const changes = new Set(
  'array catch check default describe email extend int max min nullable nullish omit optional overwrite partial pick pipe positive prefault refine regex superRefine toLowerCase transform trim'.split(
    ' ',
  ),
);

/** In place of a schema that is not made yet. */
class WhenUsed implements ProxyHandler<object> {
  readonly proxy = new Proxy({}, this);
  readonly #make: () => object;
  #made: object | undefined;

  constructor(make: () => object) {
    this.#make = make;
  }

  schema(): object {
    if (!this.#made) {
      this.#made = this.#make();
      // zod looks a description up by the schema that it is asked about.
      const about = zod.globalRegistry.get(this.#made as zod.ZodType);
      if (about) zod.globalRegistry.add(this.proxy as zod.ZodType, about);
    }
    return this.#made;
  }

  get(_target: object, name: string | symbol): unknown {
    if (changes.has(name as string)) {
      return (...values: unknown[]) =>
        whenUsed(() => (Reflect.get(this.schema(), name) as Call).apply(this.schema(), values.map(made)));
    }
    if (name === 'shape') return fieldsWhenUsed(() => Reflect.get(this.schema(), name) as object);
    const schema = this.schema();
    const value: unknown = Reflect.get(schema, name);
    return typeof value === 'function' && name !== 'constructor' ? value.bind(schema) : value;
  }

  has(_target: object, name: string | symbol): boolean {
    return Reflect.has(this.schema(), name);
  }

  ownKeys(): (string | symbol)[] {
    return Object.keys(this.schema());
  }

  getOwnPropertyDescriptor(_target: object, name: string | symbol): PropertyDescriptor | undefined {
    const descriptor = Reflect.getOwnPropertyDescriptor(this.schema(), name);
    return descriptor && { ...descriptor, configurable: true };
  }

  getPrototypeOf(): object | null {
    return Reflect.getPrototypeOf(this.schema());
  }
}

const handlers = new WeakMap<object, WhenUsed>();

function whenUsed(make: () => object): object {
  const handler = new WhenUsed(make);
  handlers.set(handler.proxy, handler);
  return handler.proxy;
}

/** The schemas of an object's fields: one of them may become part of another before any is made. */
function fieldsWhenUsed(shape: () => object): object {
  const fields: ProxyHandler<object> = {
    get: (_target, name) => whenUsed(() => Reflect.get(shape(), name) as object),
    has: (_target, name) => Reflect.has(shape(), name),
    ownKeys: () => Reflect.ownKeys(shape()),
    getOwnPropertyDescriptor: (_target, name) => Reflect.getOwnPropertyDescriptor(shape(), name),
  };
  return new Proxy({}, fields);
}

/** Schemas among the arguments, so that zod only meets its own. */
function made(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const handler = handlers.get(value);
  if (handler) return handler.schema();
  if (Array.isArray(value)) return value.map(made);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, made(each)]));
}

function makesWhenUsed<Makers extends object>(from: Makers, names: string): Makers {
  const makers = { ...from };
  for (const name of names.split(' ')) {
    const make = Reflect.get(from, name) as Call;
    Reflect.set(makers, name, (...values: unknown[]) => whenUsed(() => make(...values.map(made))));
  }
  return makers;
}

export const z: typeof zod = { ...makesWhenUsed(zod, makers), iso: makesWhenUsed(zod.iso, 'date datetime') };
