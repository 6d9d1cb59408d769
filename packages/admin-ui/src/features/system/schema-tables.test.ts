import { expect, test } from 'vitest';
import { schemaTables } from './schema-tables.ts';

const table = (name: string) => schemaTables().find((one) => one.name === name);
const field = (name: string, column: string) => table(name)?.fields.find((one) => one.name === column);

test.each([
  {
    name: 'registrations',
    columns: ['id', 'email', 'first_name', 'favorite_word', 'ip_address', 'created_at'],
  },
  { name: 'users', columns: ['id', 'username', 'password', 'created_at', 'updated_at'] },
  {
    name: 'words',
    columns: [
      'id',
      'word',
      'phonetic_pronunciation',
      'part_of_speech',
      'definition',
      'etymology',
      'example1',
      'example2',
      'conversation_tip',
      'quotation',
      'quotation_author',
      'quotation_work',
      'quotation_year',
      'quotation_url',
      'teaser',
      'level',
      'tags',
      'sensitive',
      'suggested_by',
      'voice',
      'pin',
      'theme',
      'theme_place',
      'used_count',
      'source',
      'created_at',
    ],
  },
  {
    name: 'scheduled_emails',
    columns: [
      'id',
      'word_id',
      'scheduled_date',
      'status',
      'icontact_message_id',
      'message_id',
      'send_id',
      'created_at',
      'sent_at',
      'reason',
    ],
  },
  { name: 'sessions', columns: ['sid', 'sess', 'expire'] },
])('$name has the specification’s fields', ({ name, columns }) => {
  expect(table(name)?.fields.map((one) => one.name)).toEqual(columns);
});

test.each([
  { name: 'words', column: 'word', type: 'text', note: 'unique, ignoring case; at most 100' },
  { name: 'words', column: 'part_of_speech', type: 'text', note: 'at most 50' },
  { name: 'words', column: 'definition', type: 'text', note: 'at most 10,000' },
  { name: 'words', column: 'used_count', type: 'integer', note: 'default 0' },
  { name: 'words', column: 'created_at', type: 'timestamp', note: undefined },
  { name: 'words', column: 'source', type: 'text', note: 'admin, import, starter, merriam-webster, wordnet' },
  { name: 'scheduled_emails', column: 'sent_at', type: 'timestamp', note: 'optional' },
  { name: 'scheduled_emails', column: 'message_id', type: 'integer', note: 'optional' },
  { name: 'scheduled_emails', column: 'send_id', type: 'text', note: 'optional' },
  { name: 'scheduled_emails', column: 'word_id', type: 'integer', note: 'references words' },
  {
    name: 'scheduled_emails',
    column: 'status',
    type: 'text',
    note: 'pending, scheduled, sent, failed; default pending; at most 20',
  },
  { name: 'users', column: 'username', type: 'text', note: 'unique; at most 100' },
  { name: 'registrations', column: 'email', type: 'text', note: 'unique; at most 254' },
  { name: 'registrations', column: 'favorite_word', type: 'text', note: 'at most 100; optional' },
])('$name.$column is $type, $note', ({ name, column, type, note }) => {
  expect(field(name, column)).toEqual({ name: column, type, note });
});
