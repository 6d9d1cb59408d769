import { Argument, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings';
import type { Cli } from './cli.ts';
import { command, examples, run } from './command.ts';

export const completionCommand = () =>
  command('completion', 'print a script that makes Tab complete commands')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      ...examples(
        "echo 'source <(wordrise completion bash)' >> ~/.bashrc",
        "echo 'source <(wordrise completion zsh)' >> ~/.zshrc",
        'wordrise completion fish > ~/.config/fish/completions/wordrise.fish',
      ),
    )
    .action(run(async () => printCompletion));

/** Prints what makes a shell ask `__complete` on each press of Tab. */
async function printCompletion(cli: Cli, shell: keyof typeof scripts): Promise<void> {
  cli.out.content({ shell, script: scripts[shell] }, () => scripts[shell]);
}

const scripts = {
  bash: `_wordrise() {
  local current="\${COMP_WORDS[COMP_CWORD]}" found
  found=$(wordrise __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ "$found" = ":files" ]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  else
    mapfile -t COMPREPLY < <(printf '%s' "$found" | cut -f 1)
  fi
}
complete -F _wordrise wordrise`,
  zsh: `#compdef wordrise
_wordrise() {
  local -a found described
  found=("\${(@f)$(wordrise __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "$found[1]" == ":files" ]]; then
    _files
    return
  fi
  local line
  for line in $found; do
    described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe -V wordrise described
}
if [[ "$funcstack[1]" == "_wordrise" ]]; then
  _wordrise "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _wordrise wordrise
fi`,
  fish: `function __wordrise_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (wordrise __complete -- $words[2..-1] 2>/dev/null)
    if test "$found" = ":files"
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $found
    end
end
complete -c wordrise -f -a '(__wordrise_complete)'`,
};

/** Instead of a list: the shell completes file names. */
export const files = ':files';

/**
 * What may come next on a command line.
 *
 * @param words The words after `wordrise`; the last is the one being typed, possibly empty.
 * @returns one per line, followed by a tab and its explanation; or `files`
 */
export function candidates(program: CommandUnknownOpts, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? '';
  const { command, awaiting, position } = placeAfter(program, words.slice(0, -1));
  if (awaiting) return valuesOf(awaiting, awaiting.flags, typed);
  const help = command.createHelp();
  if (typed.startsWith('-')) {
    const options = help.visibleOptions(command).filter(({ long }) => long?.startsWith(typed));
    return options.map(({ long, description }) => `${long}\t${description}`);
  }
  if (command.commands.length > 0) {
    const commands = help.visibleCommands(command).filter((child) => child.name().startsWith(typed));
    return commands.map((child) => `${child.name()}\t${child.summary()}`);
  }
  const [argument] = command.registeredArguments;
  return argument && (position === 0 || argument.variadic) ? valuesOf(argument, argument.name(), typed) : [];
}

interface Place {
  command: CommandUnknownOpts;
  /** The option whose value comes next. */
  awaiting: Option | undefined;
  /** Arguments typed before. */
  position: number;
}

function placeAfter(program: CommandUnknownOpts, words: readonly string[]): Place {
  const place: Place = { command: program, awaiting: undefined, position: 0 };
  for (const word of words) {
    const { command, awaiting } = place;
    place.awaiting = undefined;
    if (awaiting) continue;
    if (word.startsWith('-')) {
      place.awaiting = command.options.find(
        (option) => option.required && [option.short, option.long].includes(word),
      );
      continue;
    }
    const child = command.commands.find((each) => [each.name(), ...each.aliases()].includes(word));
    if (child) place.command = child;
    else place.position += 1;
  }
  return place;
}

/** @param name The flags of an option, or the name of an argument. */
function valuesOf({ argChoices }: Option | Argument, name: string, typed: string): string[] {
  if (argChoices) return argChoices.filter((choice) => choice.startsWith(typed));
  return /\b(file|folder)\b>?$/.test(name) ? [files] : [];
}
