import { Argument, Command } from 'commander';
import { defineCommand } from '../command-line/define-command.ts';
import { candidates } from './candidates.ts';

export const completionCommand = () =>
  defineCommand({
    name: 'completion',
    summary: 'print a script that makes Tab complete commands',
    declare: (command) =>
      command.addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish'])),
    examples: [
      "echo 'source <(wordrise completion bash)' >> ~/.bashrc",
      "echo 'source <(wordrise completion zsh)' >> ~/.zshrc",
      'wordrise completion fish > ~/.config/fish/completions/wordrise.fish',
    ],
    load: async () => (await import('./completion.ts')).printCompletion,
  });

/** Asked by the shells at each press of Tab, so that there is one list of commands and not four. */
export const candidatesCommand = (program: () => Command) =>
  new Command('__complete')
    .argument('[words...]')
    .helpOption(false)
    .allowUnknownOption()
    .action((words: string[]) => {
      const found = candidates(program(), words);
      if (found.length > 0) process.stdout.write(`${found.join('\n')}\n`);
    });
