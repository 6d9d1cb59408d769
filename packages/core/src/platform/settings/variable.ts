import type { z } from 'zod';
import type { SettingField, SettingGroup } from '../../contract/settings.ts';
import type * as types from './types.ts';

/** The schemas that rows are built from. */
export type Types = typeof types;

/** One row of the table of settings: everything about one environment variable. */
export interface Variable {
  /** What it is for, as a sentence without its capital and period. */
  purpose: string;
  /** Where to get a value, as the end of the sentence "Get it …"; "by choosing one" if left out. */
  where?: string;
  /** Called when it is parsed, so that reading the table does not load zod. */
  schema: (is: Types) => z.ZodType;
  /**
   * The value when it is not set, as one would type it. A function if it depends on other settings, which are read by
   * name.
   */
  default?: string | ((read: (name: string) => string) => string);
  /** The default in Markdown, if it is not simply the text of `default`. */
  fallback?: string;
  /**
   * Belongs to a choice, such as `['EMAIL_PROVIDER', 'icontact']`: read only when that is chosen. Without a default, it
   * is a credential: it is required for that option, and setting it selects the option.
   */
  with?: readonly [choice: string, value: string];
  /** Whether a setting that belongs to a choice may be left out although it has no default. */
  optional?: true;
  /** Another setting that says the same in another way: if that one is set, this one is not needed. */
  unless?: string;
  /** Other settings without which it has no effect. */
  needs?: readonly string[];
  /** What is wrong with its value in combination with others, as the end of a sentence that starts with its name. */
  rule?: (read: ReadSetting) => string | undefined;
  /** One of the three that owners change first: it is listed before all others. */
  first?: true;
  /** Only for what few installations need: it is listed last, and the admin area shows it when asked to. */
  advanced?: true;
  /** Never shown. */
  secret?: true;
  /** Whether it has no default in production. */
  requiredInProduction?: true;
  /**
   * Present when it can be stored in the database: in the admin area, and by `wordrise config --set`. Everything that must
   * be known before the database is open has none.
   */
  stored?: StoredSetting;
  /**
   * The database has a list of its own for it, which the admin area and the command line edit. The environment adds to
   * that list.
   */
  listed?: true;
  /** Present when `wordrise setup` asks for it and has a flag for it, such as `--data-dir <folder>`. */
  setup?: SetupQuestion;
}

/** How the admin area asks for a setting. */
interface StoredSetting {
  group: SettingGroup;
  label: string;
  /** Shown below the field: what it changes, and an example. */
  help?: string;
  field: SettingField;
  /** The options of a `choice`, by value. */
  choices?: Record<string, string>;
  /** What an option means, as a sentence for messages: for options that the page offers under other names. */
  meanings?: Record<string, string>;
  /**
   * Its default differs between machines or processes, so `wordrise setup` stores it even if it is the default. If it
   * follows from another setting, only while that one is set: otherwise setup would guess what another process has.
   */
  pinned?: true | { once: string };
  /**
   * Other settings that say where a secret is sent. If one of them changes, the secret must be entered again, so that
   * nobody who can only change settings gets it sent to a server of their own.
   */
  sentTo?: readonly string[];
}

interface SetupQuestion {
  question: string;
  /** The placeholder for the value in the help of its flag. */
  placeholder: string;
  /** The options to choose from, by value. */
  choices?: Record<string, SetupChoice>;
  /** Asked only if that option is chosen; the answer is optional. */
  optionalWith?: readonly [choice: string, value: string];
}

interface SetupChoice {
  label: string;
  /** Shown above the questions for its credentials. */
  heading?: string;
  hint?: string;
}

export type Rows = Record<string, Variable>;

/** Reads what was typed, or the default. */
export type ReadSetting = (name: string) => unknown;
