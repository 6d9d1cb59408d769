import { privacyInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { readTextFile } from '../command-line/input.ts';

export async function showPrivacy(cli: Cli): Promise<void> {
  const { privacy } = await cli.open();
  const view = await privacy.get();
  // Byte for byte, so that it can be saved to a file and set again.
  cli.out.content(view, () => view.content.replace(/\n$/, ''));
  if (view.isDefault) cli.out.note('This is the built-in text.');
  if (view.url) cli.out.note(`PRIVACY_URL is set: visitors are sent to ${view.url} instead.`);
}

interface SetOptions {
  default?: boolean;
}

export async function setPrivacy(cli: Cli, file: string | undefined, options: SetOptions): Promise<void> {
  if ((file !== undefined) === (options.default === true)) {
    throw new UsageError(
      file === undefined ? 'Name a file or --default.' : '--default cannot be combined with other input.',
      'See: wordrise privacy set --help',
    );
  }
  const input = file === undefined ? undefined : privacyInput.parse({ content: await readTextFile(file) });
  const { privacy } = await cli.open();
  if (!cli.dryRun) await (input ? privacy.save(input) : privacy.reset());
  const value = { dryRun: cli.dryRun, isDefault: input === undefined };
  cli.out.confirm(value, () => (cli.dryRun ? 'This text is valid.' : 'The privacy page is saved.'));
}
