import type { MergeFields } from '../merge-fields.ts';

/** The fields that are filled in for each reader. `unsubscribe` is the address of their own page. */
export type ReaderFields = Record<'fname' | 'email' | 'unsubscribe', string>;

const field = /\[(fname|email|unsubscribe)\]/g;

/** The same names as with iContact, so that a template works with both; other brackets are plain text. */
export const smtpMergeFields: MergeFields = {
  names: {
    email: '[email]',
    firstname: '[fname]',
    fname: '[fname]',
    name: '[fname]',
    unsubscribe: '[unsubscribe]',
    unsubscribelink: '[unsubscribe]',
  },
  values: { unsubscribeUrl: '[unsubscribe]' },

  escape(text, kind) {
    const [open, close] = kind === 'html' ? ['&#91;', '&#93;'] : ['(', ')'];
    return text.replace(field, (_, name) => `${open}${name}${close}`);
  },

  warning: () => undefined,
};

/** Splits a text once, so that filling in the fields for each of many readers is a join. */
export function fieldFiller(
  text: string,
  write: (value: string) => string,
): (fields: ReaderFields) => string {
  // Every second part is the name of a field.
  const parts = text.split(field);
  return (fields) =>
    parts.map((part, at) => (at % 2 === 0 ? part : write(fields[part as keyof ReaderFields]))).join('');
}
