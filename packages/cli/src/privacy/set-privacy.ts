import { privacyInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readTextFile } from '../terminal/standard-input.ts';

interface SetOptions {
  default?: boolean;
}

export async function setPrivacy(cli: Cli, options: SetOptions, file: string | undefined): Promise<void> {
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
