import { type ConditionalWordField, type WordField, wordFields, wordFieldTable } from './word-fields.ts';

export type TemplateVariable = 'subject' | WordField | 'respelling' | 'DATE';
export const templateVariables: readonly TemplateVariable[] = [
  'subject',
  ...wordFields,
  'respelling',
  'DATE',
];

/** Fields that a template may wrap in `{{#if …}}…{{/if}}`: the block appears only if the value is present. */
export const conditionalVariables = wordFields.filter(
  (field): field is ConditionalWordField => wordFieldTable[field].condition !== undefined,
);

export const defaultSubject = (product: string) => `${product}: {{word}}`;
