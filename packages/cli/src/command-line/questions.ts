import type { Cli } from './cli.ts';
import { UsageError } from './exit.ts';

/** `true`, or what is wrong with the answer. */
type Check = (value: string) => true | string | Promise<true | string>;

export async function askText(message: string, options: { default?: string; check?: Check } = {}) {
  const { default: given, check } = options;
  return ask<string>({
    type: 'input',
    message,
    ...(given ? { default: given } : {}),
    ...(check ? { validate: check } : {}),
  });
}

/** Does not show what is typed. */
export async function askSecret(message: string, options: { check?: Check } = {}) {
  const { check } = options;
  return ask<string>({ type: 'password', mask: '•', message, ...(check ? { validate: check } : {}) });
}

/** Opens the editor of `VISUAL` or `EDITOR` with a text, and returns the edited text. */
export async function askEditor(message: string, text: string): Promise<string> {
  return ask<string>({ type: 'editor', message, default: text, postfix: '.md', waitForUserInput: false });
}

export async function askYesNo(message: string, options: { default: boolean }): Promise<boolean> {
  return ask<boolean>({ type: 'confirm', message, default: options.default });
}

export async function askChoice<T extends string>(
  message: string,
  choices: readonly { value: T; name: string; description?: string }[],
  options: { default?: T } = {},
): Promise<T> {
  return ask<T>({ type: 'select', message, choices, ...options });
}

/**
 * Asks before something is lost; without a terminal, `--yes` is needed.
 *
 * @returns whether to continue
 */
export async function confirmLoss(
  { canAsk }: Cli,
  question: string,
  { yes }: { yes?: boolean | undefined },
): Promise<boolean> {
  if (yes) return true;
  if (!canAsk) throw new UsageError('This cannot be undone.', 'Add --yes to do it without being asked.');
  return askYesNo(question, { default: false });
}

/** Whether it was thrown because of Ctrl-C at a question. */
export function isStoppedQuestion(error: unknown): boolean {
  return error instanceof Error && error.name === 'ExitPromptError';
}

async function ask<T>(question: object): Promise<T> {
  const { default: inquirer } = await import('inquirer');
  const answers = await inquirer.prompt([{ ...question, name: 'answer' }] as never);
  return (answers as { answer: T }).answer;
}
