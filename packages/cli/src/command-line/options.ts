/** An option under its name in code: `onConflict` is `--on-conflict`, and `noChecks` sets `checks` to false. */
export interface OptionDefinition {
  help: string;
  /** Placeholder of the value, such as `file`; an option without one is a switch. */
  value?: string;
  /** One letter that means the same. */
  short?: string;
  choices?: readonly string[];
  default?: string;
  /** May be given several times; the command gets a list. */
  repeatable?: true;
  /** Names of the options that exclude it. */
  conflicts?: readonly string[];
  /** The heading in the help; by default it is listed with the command's other options. */
  heading?: string;
}

export interface ArgumentDefinition {
  /** Required as `<name>`, optional as `[name]`, any number as `[name...]`. */
  name: string;
  help: string;
  choices?: readonly string[];
}

export type Options = Readonly<Record<string, OptionDefinition>>;

type OptionValue<O> = O extends { choices: readonly (infer Choice)[] }
  ? Choice
  : O extends { repeatable: true }
    ? string[]
    : O extends { value: string }
      ? string
      : boolean;

type OptionKey<Name> = Name extends `no${infer Rest}`
  ? Rest extends Capitalize<Rest>
    ? Uncapitalize<Rest>
    : Name
  : Name;

/** Has a value even if it is not typed: one with a default, and a `no…` without its counterpart. */
type IsAlwaysSet<Declared, Name extends keyof Declared> = Declared[Name] extends { default: string }
  ? true
  : OptionKey<Name> extends keyof Declared
    ? false
    : true;

/** What a handler gets for the options that its command declares. */
export type OptionValues<Declared> = {
  [Name in keyof Declared as IsAlwaysSet<Declared, Name> extends true
    ? never
    : OptionKey<Name>]?: OptionValue<Declared[Name]>;
} & {
  [Name in keyof Declared as IsAlwaysSet<Declared, Name> extends true ? OptionKey<Name> : never]: OptionValue<
    Declared[Name]
  >;
};

export type ArgumentValue<A> = A extends { choices: readonly (infer Choice)[] }
  ? Choice
  : A extends { name: `[${string}...]` }
    ? string[]
    : A extends { name: `[${string}]` }
      ? string | undefined
      : A extends { name: `<${string}>` }
        ? string
        : undefined;

/** `onConflict` is `--on-conflict`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
