import {
  limits,
  scheduledEmailView,
  scheduleStatuses,
  setupInput,
  signupInput,
  wordView,
} from '@wordrise/core/contract';
import { z } from 'zod';
import { figure } from '../../kit/figures.ts';

interface TableField {
  /** The column's name. */
  name: string;
  type: string;
  /** Unique, optional, foreign key, default. */
  note?: string | undefined;
}

export interface SchemaTable {
  name: string;
  what: string;
  fields: TableField[];
}

const id: TableField = { name: 'id', type: 'integer', note: 'primary key' };
const instant = (name: string): TableField => ({ name, type: 'timestamp' });

/** Fields computed for an answer have no column. */
const computed = ['goesOut', 'findings', 'olderEmails', 'hasOlderText', 'isElsewhere', 'recording'];
const columnsOf = ({ shape }: { shape: object }) =>
  Object.keys(shape).filter((name) => !computed.includes(name));

/** The specification's entities. Fields that the API exposes come from the contract; the others never leave the
 * server. */
export function schemaTables(): SchemaTable[] {
  return [
    {
      name: 'words',
      what: 'The library.',
      fields: fieldsOf(wordView, ['id', ...columnsOf(wordView).filter((name) => name !== 'id')], {
        id: id.note,
        word: 'unique, ignoring case',
        usedCount: 'default 0',
      }),
    },
    {
      name: 'scheduled_emails',
      what: 'One word, to be sent at a certain time.',
      fields: fieldsOf(scheduledEmailView, columnsOf(scheduledEmailView), {
        id: id.note,
        wordId: 'references words',
        status: `${scheduleStatuses.join(', ')}; default ${scheduleStatuses[0]}; at most ${limits.statusLength}`,
      }),
    },
    {
      name: 'registrations',
      what: 'The readers, with the data they signed up with.',
      fields: [
        id,
        ...fieldsOf(signupInput, ['email', 'firstName', 'favoriteWord'], { email: 'unique' }),
        { name: 'ip_address', type: 'text', note: 'optional' },
        instant('created_at'),
      ],
    },
    {
      name: 'users',
      what: 'The one admin account.',
      fields: [
        id,
        ...fieldsOf(setupInput, ['username'], { username: 'unique' }),
        { name: 'password', type: 'text', note: 'a bcrypt hash' },
        instant('created_at'),
        instant('updated_at'),
      ],
    },
    {
      name: 'sessions',
      what: 'Active sign-ins.',
      fields: [
        { name: 'sid', type: 'text', note: 'primary key' },
        { name: 'sess', type: 'json' },
        instant('expire'),
      ],
    },
  ];
}

interface JsonField {
  type?: string | string[];
  format?: string;
  enum?: (string | null)[];
  maxLength?: number;
  anyOf?: JsonField[];
}

function fieldsOf(
  schema: z.ZodObject,
  names: string[],
  notes: Record<string, string | undefined>,
): TableField[] {
  // The input side states the limits; the output side contains transforms.
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return names.map((name) => {
    const field = properties[name] as JsonField;
    const variants = field.anyOf ?? [field];
    const types = variants.flatMap(({ type = [] }) => type);
    const { format, maxLength, enum: values } = variants.find(({ type }) => type !== 'null') ?? field;
    const parts = [
      notes[name],
      !notes[name]?.includes('at most') && maxLength && `at most ${figure(maxLength)}`,
      !notes[name] && values?.join(', '),
      types.includes('null') && 'optional',
    ].filter(Boolean);
    return { name: columnName(name), type: typeName(types, format), note: parts.join('; ') || undefined };
  });
}

function typeName(types: string[], format: string | undefined): string {
  if (format === 'date-time') return 'timestamp';
  return types.includes('integer') ? 'integer' : 'text';
}

/** `usedCount` is `used_count` in the database. */
function columnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
