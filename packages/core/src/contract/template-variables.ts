export const templateVariables = [
  'subject',
  'word',
  'phoneticPronunciation',
  'partOfSpeech',
  'definition',
  'etymology',
  'example1',
  'example2',
  'conversationTip',
  'DATE',
] as const;
export type TemplateVariable = (typeof templateVariables)[number];

/** Fields that a template may wrap in `{{#if …}}…{{/if}}`: the block appears only if the value is present. */
export const conditionalVariables = ['etymology', 'example1', 'example2', 'conversationTip'] as const;

export const defaultSubject = (product: string) => `${product}: {{word}}`;
