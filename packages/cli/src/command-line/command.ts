import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { sentenceCase } from '@wordrise/core/constants';
import type { Cli } from './cli.ts';

/** What a list of commands does not show, and a command only needs if it is called. */
const parts = [
  'action',
  'addArgument',
  'addHelpText',
  'addOption',
  'argument',
  'helpOption',
  'option',
  'optionsGroup',
] as const;

/** A command that remembers its parts until `define`: those of all commands take longer than the help. */
class Outline extends Command {
  steps: (() => void)[] | undefined = [];
}

for (const part of parts) {
  Reflect.set(Outline.prototype, part, function remember(this: Outline, ...values: unknown[]) {
    const doNow = () => Reflect.apply(Command.prototype[part], this, values);
    if (!this.steps) return doNow();
    this.steps.push(doNow);
    return this;
  });
}

/** Gives a command its description, options, arguments, examples and action. */
export function define(command: CommandUnknownOpts): void {
  if (!(command instanceof Outline)) return;
  const { steps = [] } = command;
  command.steps = undefined;
  for (const step of steps) step();
}

/**
 * A command with its help: its line in the list of commands, and more about it.
 *
 * @param summary One line, without a full stop.
 */
export function command(name: string, summary: string, details?: string): Command {
  const outline = new Outline(name);
  outline.steps?.push(() => {
    const about = sentenceCase(summary);
    outline.description(details ? `${about}\n\n${details}` : about);
  });
  return outline.summary(summary);
}

/** A word that only groups commands, such as `words`. */
export function group(name: string, summary: string, commands: readonly CommandUnknownOpts[]) {
  const parent = command(name, summary).usage('<command> [options]').helpCommand(false);
  define(parent);
  for (const child of commands) parent.addCommand(child);
  return parent;
}

/** For every command that writes. */
export const dryRun = ['--dry-run', 'report what would happen and write nothing'] as const;

/** For an option that may be repeated. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** The arguments of `addHelpText` that put examples below a command's help. */
export function examples(...lines: string[]) {
  const show = ({ command }: { command: CommandUnknownOpts }) =>
    ['', command.createHelp().styleTitle('Examples:'), ...lines.map((line) => `  ${line}`)].join('\n');
  return ['after', show] as const;
}

/**
 * The action of a command. Its code is loaded when it is called: nothing else needs the ORM or a database.
 *
 * @param load Returns a function that gets the arguments and, last, the options.
 */
export function run<Values extends unknown[]>(
  load: () => Promise<(cli: Cli, ...values: Values) => Promise<void>>,
) {
  return async function run(this: { opts(): object }, ...values: [...Values, ...unknown[]]): Promise<void> {
    const { runCommand } = await import('./cli.ts');
    const handler = await load();
    await runCommand(this.opts(), (cli) => handler(cli, ...(values as unknown as Values)));
  };
}
