import { type CompiledQuery, sql } from 'kysely';
import { expect, expectTypeOf, test } from 'vitest';
import { engine } from '../../mail/engine/engine-tables.ts';
import { compile, fields, type Instant, jsonTable, literal } from './query.ts';

const query = engine
  .selectFrom('deliveries')
  .innerJoin('smtp_sends as send', 'send.id', 'deliveries.send_id')
  .select(fields('deliveries', ['readerId', 'dueAt']))
  .where('deliveries.state', '=', literal('queued'))
  .where('send.message_id', '=', 3)
  .limit(10);

test('one query becomes the text of either database, with a parameter for each value that is no literal', () => {
  const text = (one: string, other: string) =>
    `select "deliveries"."reader_id" as "readerId", "deliveries"."due_at" as "dueAt" from "deliveries" inner join "smtp_sends" as "send" on "send"."id" = "deliveries"."send_id" where "deliveries"."state" = 'queued' and "send"."message_id" = ${one} limit ${other}`;
  expect(compile('sqlite', query)).toEqual({ sql: text('?', '?'), values: [3, 10] });
  expect(compile('postgresql', query)).toEqual({ sql: text('$1', '$2'), values: [3, 10] });
});

test('the types of a row are those of the entity, under the names of its fields', () => {
  type Row = typeof query extends { compile(): CompiledQuery<infer Row> } ? Row : never;
  expectTypeOf<Row>().toEqualTypeOf<{ readerId: number; dueAt: Instant }>();
});

test('rows passed as one value leave the text as it is, however many there are', () => {
  const texts = [1, 1000].map((count) => {
    const rows = Array.from({ length: count }, (_, id) => ({ id, at: new Date(id) }));
    return compile(
      'sqlite',
      sql`select * from ${jsonTable('sqlite', { id: 'bigint', at: 'timestamptz' }, rows)}`,
    );
  });
  expect(new Set(texts.map((text) => text.sql)).size).toBe(1);
  expect(texts[0]?.values).toEqual(['[{"id":0,"at":0}]']);
});
