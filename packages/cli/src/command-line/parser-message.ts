import { sentenceCase } from '@wordrise/core/constants';

/** A failure of the parser, commander, in our words: what is wrong and what to type instead. */
export function parserMessage(
  { code, message }: { code: string; message: string },
  { command, paths }: { command: string; paths: readonly string[] },
): string {
  const plain = message.replace(/^error: /, '');
  const [pattern, say] = rewordings[code] ?? [];
  const found = pattern?.exec(plain);
  if (found && say) return say(found.slice(1), command);
  // The suggestion is a separate question.
  return sentenceCase(withSuggestion(plain, paths).replace(/\n\((Did you mean .*\?)\)$/, '. $1'));
}

type Rewording = [RegExp, (found: (string | undefined)[], command: string) => string];

const rewordings: Record<string, Rewording | undefined> = {
  'commander.optionMissingArgument': [
    /^option '([^']*)' argument missing$/,
    ([flags]) => `${longOf(flags)} needs a value: ${usageOf(flags)}.`,
  ],
  'commander.invalidArgument': [
    /^(?:option '([^']*)' argument|command-argument value) '(.*)' is invalid(?: for argument '[^']*')?\. Allowed choices are ([^.]*)\.$/,
    ([flags, typed, choices]) => `${longOf(flags) || 'It'} cannot be “${typed}”. Choose one of: ${choices}.`,
  ],
  'commander.conflictingOption': [
    /^option '([^']*)' cannot be used with option '([^']*)'$/,
    ([flags, others]) =>
      `${longOf(flags)} cannot be used together with ${longOf(others)}. Leave one of them out.`,
  ],
  'commander.excessArguments': [
    /^too many arguments.* Expected (\d+) arguments? but got \d+: (.*)\.$/,
    ([expected, typed], command) =>
      expected === '0'
        ? `${command} takes no argument, and got: ${typed}.`
        : `${command} takes one argument, and got: ${typed}. Put a text with spaces in quotes.`,
  ],
};

/** `--quiet` of `-q, --quiet`, and `--limit <number>` of the same with a value. */
const usageOf = (flags = '') => flags.slice(flags.indexOf('--'));
const longOf = (flags = '') => usageOf(flags).split(' ')[0];

/** If nothing has a similar spelling: commands of that name in a group, such as “words list” for “list”. */
function withSuggestion(message: string, paths: readonly string[]): string {
  const [, typed] = /^unknown command '(.*)'$/.exec(message) ?? [];
  const alike = paths.filter((path) => path.split(' ').at(-1) === typed);
  return alike.length > 0 ? `${message}\n(Did you mean ${alike.join(' or ')}?)` : message;
}
