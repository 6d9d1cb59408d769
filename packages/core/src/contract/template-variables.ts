import { type ConditionalWordField, type WordVariable, wordFields, wordFieldTable } from './word-fields.ts';

/** What a template can show about the installation and its pages, with descriptions. */
const siteVariables = {
  productName: 'The name readers see',
  publicUrl: 'The address of this site, for signing up',
  wordUrl: 'The word’s own page; empty while the archive is off',
  hearUrl: 'Where the word can be heard; empty without a recording if the browser’s voice is off for it',
  archiveUrl: 'The page of all words that were sent; empty while the archive is off',
  preferencesUrl:
    'The reader’s own page to change how often emails come; a template without it gets the link at its end',
  unsubscribeUrl: 'The reader’s own unsubscribe page; empty if the email provider adds a link',
} as const;
export type SiteVariable = keyof typeof siteVariables;

/** The examples and the quotation with their headword in bold. */
export const boldExamples = {
  boldExample1: 'example1',
  boldExample2: 'example2',
  boldQuotation: 'quotation',
} as const;
export type BoldExample = keyof typeof boldExamples;

const milestone = 'What a round number of words is called, such as “Word 100”; empty in other emails';

/** What a template can show about the theme week of an email. */
const themeVariables = {
  theme: 'The title of the theme week; empty in other emails',
  themeThread: 'Title and place in the theme week, such as “Weather · 3 of 7”; empty in other emails',
  themeIntroduction: 'What the theme week is about; only on its first day',
  themePosition: 'The place in the theme week, such as 3',
  themeCount: 'How many emails the theme week has, such as 7',
} as const;
export type ThemeVariable = keyof typeof themeVariables;

/** The words that an email asks about again. All are empty while that is off. */
const recallVariables = {
  threeDaysAgo: 'The word of three days before, if one was sent then and earlier words are turned on',
  threeDaysAgoUrl: 'The page that shows what it means, and asks whether the reader knew it',
  threeWeeksAgo: 'The word of three weeks before, if one was sent then and earlier words are turned on',
  threeWeeksAgoUrl: 'The page that shows what it means, and asks whether the reader knew it',
} as const;
export type RecallVariable = keyof typeof recallVariables;

export type TemplateVariable =
  | 'subject'
  | 'preheader'
  | WordVariable
  | 'respelling'
  | BoldExample
  | ThemeVariable
  | RecallVariable
  | 'milestone'
  | 'DATE'
  | 'welcome'
  | SiteVariable;

/** The description of each variable, in the order of the list. */
export const variableMeanings: Readonly<Record<TemplateVariable, string>> = {
  subject: 'The subject line',
  preheader: 'What an inbox shows after the subject: the teaser, unless the subject has it, and an example',
  ...(Object.fromEntries(
    wordFields.flatMap((field) => {
      const { meaning } = wordFieldTable[field];
      return meaning === undefined ? [] : [[field, meaning]];
    }),
  ) as Record<WordVariable, string>),
  respelling: 'How to say it, such as AF-uh-bul',
  boldExample1: 'First example, the word in bold',
  boldExample2: 'Second example, the word in bold',
  boldQuotation: 'The quotation, the word in bold',
  ...themeVariables,
  ...recallVariables,
  milestone,
  DATE: 'The day it goes out',
  welcome: 'The text of the welcome email, and when the first word comes; empty in other emails',
  ...siteVariables,
};

export const templateVariables = Object.keys(variableMeanings) as readonly TemplateVariable[];

/** Fields that a template may wrap in `{{#if …}}…{{/if}}`: the block appears only if the value is present. */
export const conditionalVariables = wordFields.filter(
  (field): field is ConditionalWordField => wordFieldTable[field].condition !== undefined,
);

export const defaultSubject = (product: string) => `${product}: {{word}}`;

/** Subjects to choose from, the default first. A word without a teaser leaves it out. */
export const subjectPatterns = (product: string) => [
  defaultSubject(product),
  '{{word}}{{#if teaser}}: {{teaser}}{{/if}}',
  `${product}: {{word}}{{#if teaser}}, {{teaser}}{{/if}}`,
  '{{#if teaser}}{{teaser}} ({{word}}){{else}}{{word}}{{/if}}',
];
