import { defineCommand } from '../command-line/define-command.ts';

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'print a script that makes Tab complete commands',
  argument: { name: '<shell>', help: 'your shell', choices: ['bash', 'zsh', 'fish'] },
  examples: [
    "echo 'source <(wordrise completion bash)' >> ~/.bashrc",
    "echo 'source <(wordrise completion zsh)' >> ~/.zshrc",
    'wordrise completion fish > ~/.config/fish/completions/wordrise.fish',
  ],
  load: async () => (await import('./completion.ts')).printCompletion,
});
