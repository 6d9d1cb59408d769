import type { Cli, CommonOptions } from './cli.ts';
import type {
  ArgumentDefinition,
  ArgumentValue,
  OptionDefinition,
  Options,
  OptionValues,
} from './options.ts';

/** What a command is, as data: `--help` and the completion read it without loading a parser. */
interface CommandText {
  name: string;
  /** One line of the manual, without a full stop. */
  summary: string;
  /** More about it, shown by its own `--help`. */
  details?: string;
  /** Adds `--dry-run`. */
  writes?: boolean;
  examples: readonly string[];
}

export interface Command extends CommandText {
  options: Options;
  argument: ArgumentDefinition | undefined;
  run(cli: Cli, options: Record<string, unknown>, argument: unknown): Promise<void>;
}

interface Definition<Declared extends Options, Argument> extends CommandText {
  options?: Declared;
  argument?: Argument;
  /** Loads the code when the command is called: nothing else needs the ORM or a database. */
  load: () => Promise<
    (
      cli: Cli,
      options: OptionValues<Declared> & CommonOptions,
      argument: ArgumentValue<Argument>,
    ) => Promise<void>
  >;
}

/** Ties a handler to the options and the argument that its command declares. */
export function defineCommand<
  const Declared extends Options = Record<never, OptionDefinition>,
  const Argument extends ArgumentDefinition | undefined = undefined,
>({ load, options, argument, ...text }: Definition<Declared, Argument>): Command {
  return {
    ...text,
    options: options ?? {},
    argument,
    // The parser has checked the values against the declaration.
    async run(cli, values, value) {
      const handler = await load();
      await handler(cli, values as OptionValues<Declared>, value as ArgumentValue<Argument>);
    },
  };
}

/** A word that only groups commands, such as `words`. */
export interface CommandGroup {
  name: string;
  summary: string;
  commands: readonly Command[];
}

/** Commands under a heading of the manual. */
export interface Section {
  heading: string;
  entries: readonly (Command | CommandGroup)[];
}
