import fc, { type Arbitrary } from 'fast-check';

/** The part of JSON Schema that our OpenAPI document uses. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
  format?: string;
}

const day = 86_400_000;
const soon = fc.integer({ min: 0, max: 2000 }).map((days) => new Date(Date.UTC(2027, 0, 1) + days * day));
const email = fc.integer({ min: 0, max: 99_999 }).map((n) => `reader-${n}@example.com`);
const snippets = ['{{word}}', '<p>{{definition}}</p>', '{{#if etymology}}{{etymology}}{{/if}}', '<br>', 'a '];

/** Values by field name that get further than random text of the right length. */
const byName: Record<string, Arbitrary<unknown>> = {
  email,
  word: fc.constantFrom('meander', 'petrichor', 'run', 'go', 'well-being', 'éclat', 'zzzz'),
  words: fc.array(fc.constantFrom('meander', 'running', 'geese', 'xyzzy'), { minLength: 1, maxLength: 4 }),
  id: fc.integer({ min: 1, max: 80 }),
  // The sandbox counts its sends from here.
  sendId: fc.integer({ min: 970_001, max: 970_020 }).map(String),
  wordId: fc.integer({ min: 1, max: 80 }),
  scheduledDate: soon.map((date) => date.toISOString()),
  content: fc.array(fc.constantFrom(...snippets), { minLength: 1, maxLength: 20 }).map((all) => all.join('')),
  subject: fc.constantFrom('{{word}}', 'Today: {{word}}', 'A word'),
  // A logo must have been uploaded, and a color must be readable on the page.
  logo: fc.constant(null),
  accent: fc.constantFrom('#1d4ed8', '#7a3e1d'),
  letter: fc.constantFrom('', 'a', 'z'),
  origin: fc.constantFrom('https://blog.example.com', 'https://shop.example'),
  // A quotation needs an author and a work, and a place in a theme needs a theme.
  quotation: fc.constant(''),
  quotationUrl: fc.constantFrom('', 'https://books.example'),
  level: fc.constantFrom('', 'rare'),
  sensitive: fc.constantFrom('', 'religion'),
  voice: fc.constantFrom('', 'off'),
  pin: fc.constantFrom('', 'easter'),
  themePlace: fc.constant(''),
  timezone: fc.constantFrom('UTC', 'Europe/Berlin'),
  username: fc.constantFrom('admin', 'somebody'),
  password: fc.constantFrom('correct horse', 'wrong horse'),
  // Never the right one: the account that the run is signed in with must not change.
  currentPassword: fc.constantFrom('wrong horse', 'battery'),
};

/** Values that the schema accepts. */
export function valid(schema: JsonSchema, name = ''): Arbitrary<unknown> {
  const { anyOf, type, properties = {}, required = [] } = schema;
  const known = byName[name];
  if (known) return known;
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (anyOf) return fc.oneof(...anyOf.map((one) => valid(one, name)));
  if (type === 'object') {
    const fields = Object.entries(properties).map(([key, value]) => {
      const field = valid(value, key);
      return [key, required.includes(key) ? field : fc.option(field, { nil: undefined })];
    });
    return fc.record(Object.fromEntries(fields));
  }
  if (type === 'array') {
    return fc.array(valid(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 5 });
  }
  return scalar(schema);
}

function scalar(schema: JsonSchema): Arbitrary<unknown> {
  const { type, minLength = 0, minimum, exclusiveMinimum, maximum = 1000 } = schema;
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer' || type === 'number') {
    return fc.integer({
      min: Math.max(minimum ?? 0, (exclusiveMinimum ?? -1) + 1),
      max: Math.min(maximum, 1e9),
    });
  }
  if (type !== 'string') return fc.jsonValue();
  if (schema.format === 'email') return email;
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  const maxLength = Math.min(schema.maxLength ?? 200, 200);
  return fc.string({ minLength, maxLength, unit: 'grapheme' });
}
