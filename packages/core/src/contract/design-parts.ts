import { pronunciationFonts } from './fonts.ts';

/** The parts of the email below the word that can be left out and moved. */
export const designSections = {
  examples: 'Examples',
  quotation: 'Quotation',
  etymology: 'Where it comes from',
  conversationTip: 'In conversation',
  links: 'Links to the word’s page and the archive',
} as const;
export type DesignSection = keyof typeof designSections;
export const sectionNames = Object.keys(designSections) as DesignSection[];

export const headerStyles = {
  sunrise: 'Sunrise',
  band: 'Band in your color',
  plain: 'Plain',
} as const;
export type HeaderStyle = keyof typeof headerStyles;

interface TypePairing {
  label: string;
  /** The word and its examples; everything else. As CSS values with single quotes, because they stand in attributes. */
  serif: string;
  sans: string;
  /** For pronunciations, whose letters not every font has. */
  spoken: string;
  /** Outlook on Windows looks no further than the first font. */
  outlook: { serif: string; sans: string };
}

const system = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const georgia = "Georgia, 'Times New Roman', serif";
const palatino = "'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif";
const trebuchet = "'Trebuchet MS', 'Lucida Grande', 'Segoe UI', Tahoma, sans-serif";

/** Fonts that mail programs and browsers have, so that nothing is loaded. */
export const typePairings = {
  classic: {
    label: 'Classic: Georgia with the reader’s own sans',
    serif: georgia,
    sans: system,
    spoken: pronunciationFonts,
    outlook: { serif: 'Georgia, serif', sans: "'Segoe UI', Arial, sans-serif" },
  },
  modern: {
    label: 'Modern: sans only',
    serif: system,
    sans: system,
    spoken: system,
    outlook: { serif: "'Segoe UI', Arial, sans-serif", sans: "'Segoe UI', Arial, sans-serif" },
  },
  book: {
    label: 'Book: Palatino and Georgia',
    serif: palatino,
    sans: georgia,
    spoken: pronunciationFonts,
    outlook: { serif: "'Palatino Linotype', Georgia, serif", sans: 'Georgia, serif' },
  },
  friendly: {
    label: 'Friendly: Trebuchet',
    serif: trebuchet,
    sans: trebuchet,
    spoken: pronunciationFonts,
    outlook: { serif: "'Trebuchet MS', Arial, sans-serif", sans: "'Trebuchet MS', Arial, sans-serif" },
  },
} as const satisfies Record<string, TypePairing>;
export type TypePairingName = keyof typeof typePairings;

interface DesignText {
  group: 'email' | 'labels' | 'landing';
  label: string;
  /** What stands there while the owner's text is empty. `{product}` is the product's name. */
  builtIn: string;
  most: number;
  multiline?: true;
}

/** The texts of a design. Their order is that of the form. */
export const designTexts = {
  signOff: { group: 'email', label: 'Sign-off', builtIn: '', most: 300, multiline: true },
  footer: { group: 'email', label: 'Footer', builtIn: '', most: 600, multiline: true },
  examplesLabel: { group: 'labels', label: 'Above the examples', builtIn: 'In a sentence', most: 80 },
  quotationLabel: { group: 'labels', label: 'Above the quotation', builtIn: 'In print', most: 80 },
  etymologyLabel: {
    group: 'labels',
    label: 'Above the origin',
    builtIn: 'Where it comes from',
    most: 80,
  },
  conversationTipLabel: { group: 'labels', label: 'Above the tip', builtIn: 'In conversation', most: 80 },
  viewLabel: { group: 'labels', label: 'Link at the top', builtIn: 'View in browser', most: 80 },
  hearLabel: { group: 'labels', label: 'Link to the sound', builtIn: 'Hear it', most: 40 },
  suggestedLabel: { group: 'labels', label: 'Before a reader’s name', builtIn: 'Suggested by', most: 60 },
  shareLabel: {
    group: 'labels',
    label: 'Link to the word’s page',
    builtIn: 'Keep or share this word',
    most: 80,
  },
  archiveLabel: { group: 'labels', label: 'Link to the archive', builtIn: 'All words so far', most: 80 },
  reason: {
    group: 'labels',
    label: 'Why it was sent',
    builtIn: 'You’re receiving this because you signed up for {product}.',
    most: 200,
  },
  forwardedLabel: {
    group: 'labels',
    label: 'For those it was forwarded to',
    builtIn: 'Forwarded this?',
    most: 80,
  },
  signUpLabel: { group: 'labels', label: 'Link to sign up', builtIn: 'Sign up', most: 80 },
  preferencesLabel: {
    group: 'labels',
    label: 'Link to the reader’s own page',
    builtIn: 'Change how often',
    most: 80,
  },
  recallTitle: { group: 'labels', label: 'Above earlier words', builtIn: 'Do you remember?', most: 80 },
  threeDaysLabel: {
    group: 'labels',
    label: 'Before the word of three days ago',
    builtIn: 'Three days ago:',
    most: 80,
  },
  threeWeeksLabel: {
    group: 'labels',
    label: 'Before the word of three weeks ago',
    builtIn: 'Three weeks ago:',
    most: 80,
  },
  weekTitle: { group: 'labels', label: 'Title of the weekly email', builtIn: 'Your week in words', most: 40 },
  quizTitle: { group: 'labels', label: 'Above the quiz', builtIn: 'Which word fits?', most: 80 },
  quizLink: { group: 'labels', label: 'Link to the answers', builtIn: 'Check your answers', most: 80 },
  unsubscribeLabel: { group: 'labels', label: 'Link to unsubscribe', builtIn: 'Unsubscribe', most: 80 },
  preheader: {
    group: 'labels',
    label: 'Beside the subject, if a word has no example',
    builtIn: 'What it means, how to say it and where it comes from.',
    most: 150,
  },
  headline: {
    group: 'landing',
    label: 'Headline',
    builtIn: 'Start Your Day Smarter, One Word at a Time',
    most: 150,
  },
  formTitle: { group: 'landing', label: 'Above the form', builtIn: 'Get a word each morning', most: 80 },
  lead: {
    group: 'landing',
    label: 'Lead',
    builtIn: 'Free. One email a day, and nothing else.',
    most: 300,
  },
  button: { group: 'landing', label: 'Button below the reasons', builtIn: 'Get your first word', most: 60 },
} as const satisfies Record<string, DesignText>;
export type DesignTextName = keyof typeof designTexts;
export const designTextNames = Object.keys(designTexts) as DesignTextName[];

/** Languages that are written from right to left. */
const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

/** Whether a language is English, such as `en` or `en-GB`. */
export const isEnglish = (language: string): boolean => /^en(-|$)/i.test(language);

/** The direction of a language, such as `en` or `ar-EG`. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const [name = ''] = language.toLowerCase().split('-');
  return rightToLeft.has(name) ? 'rtl' : 'ltr';
}

/** The largest size at which pages and emails show a logo, in CSS pixels. Its file has twice as many. */
export const logoBox = { width: 240, height: 56 } as const;
export const logoBytes = 2_097_152;
/** Of the uploaded picture: what it takes in memory depends on it, not on its bytes. */
export const logoPixels = 16_000_000;

/** The path of a logo. It changes with its content, so it may be cached forever. */
export const logoPath = (key: string) => `/brand/logo-${key}.png`;
