import type { z } from 'zod';
import { email } from './table/email.ts';
import { alerts, botCheck, data, dictionary, product, server } from './table/server.ts';
import type { Variable } from './variable.ts';

/**
 * Every environment variable, one row each. `loadConfig`, `wordrise config`, the questions and flags of
 * `wordrise setup`, the technical page and docs/configuration.md (`npm run docs:configuration`) derive
 * from it.
 */
export const table = { ...data, ...product, ...email, ...dictionary, ...botCheck, ...alerts, ...server };

/** The sections of the table, in order, each with the heading that setup shows above its questions. */
export const sections = [
  { heading: 'Where the data lives', rows: data },
  { heading: 'What readers see', rows: product },
  { heading: 'Who sends the emails', rows: email },
  { heading: 'Where words are looked up', rows: dictionary },
  { heading: 'Bots at the signup form', rows: botCheck },
  { heading: 'Alerts to the owner', rows: alerts },
  { heading: 'The server', rows: server },
] as const;

/** The order of every list of settings: three first, then by subject, then what few installations need. */
export const settingHeadings: readonly string[] = [
  'The first three',
  ...sections.map(({ heading }) => heading),
  'Advanced',
];

/** The heading of {@link settingHeadings} that has this row of a section. */
export function listHeadingOf(section: string, { first, advanced }: Variable): string {
  if (first) return 'The first three';
  return advanced ? 'Advanced' : section;
}

export type SettingName = keyof typeof table;

/** The type of a setting after parsing. */
export type Setting<N extends SettingName> = z.output<ReturnType<(typeof table)[N]['schema']>>;
