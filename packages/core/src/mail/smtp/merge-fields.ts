import type { MergeFields } from '../merge-fields.ts';

/**
 * The fields that are filled in for each reader. `unsubscribe` is the address of the page to leave, `preferences` that of
 * the page to change how often; `readertoken` is what both end with.
 */
export type ReaderFields = Record<'fname' | 'email' | 'unsubscribe' | 'preferences' | 'readertoken', string>;

const field = /\[(fname|email|unsubscribe|preferences|readertoken)\]/g;

/** The same names as with iContact, so that a template works with both; other brackets are plain text. */
export const smtpMergeFields = {
  names: {
    email: '[email]',
    firstname: '[fname]',
    fname: '[fname]',
    name: '[fname]',
    unsubscribe: '[unsubscribe]',
    unsubscribelink: '[unsubscribe]',
    preferences: '[preferences]',
    preferenceslink: '[preferences]',
  },
  values: { unsubscribeUrl: '[unsubscribe]', preferencesUrl: '[preferences]' },
  token: '[readertoken]',

  escape(text, kind) {
    const [open, close] = kind === 'html' ? ['&#91;', '&#93;'] : ['(', ')'];
    return text.replace(field, (_, name) => `${open}${name}${close}`);
  },

  warning: () => undefined,
} satisfies MergeFields;

/**
 * The text for readers whose first name is not known: "Good morning [fname]," becomes "Good morning,". Brackets inside
 * of a sentence stay, and are filled in with nothing.
 */
export function withoutName(source: string): string {
  return source.replace(/(^|>)\[fname\], */g, '$1').replace(/,? \[fname\](?=[,.!?:;]|<|\r?\n|$)/g, '');
}

interface Filling {
  /** Writes the text around fields, once. */
  text?: (constant: string) => string;
  /** Writes the value of a field. */
  field?: (value: string) => string;
  /** Written before and after each field. */
  around?: string;
}

const same = (text: string) => text;

/** Splits a text once, so that filling in the fields for each of many readers is a join. */
export function fieldFiller(
  source: string,
  { text = same, field: write = same, around = '' }: Filling = {},
): (fields: ReaderFields) => string {
  // Every other part is the name of a field.
  const parts = source.split(field).map((part, at) => (at % 2 === 0 ? text(part) : part));
  return (fields) => {
    let filled = parts[0] ?? '';
    for (let at = 1; at < parts.length; at += 2) {
      filled += around + write(fields[parts[at] as keyof ReaderFields]) + around + parts[at + 1];
    }
    return filled;
  };
}
