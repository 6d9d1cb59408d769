import type { Cli } from '../command-line/cli.ts';

export async function showReader(cli: Cli, _options: object, email: string): Promise<void> {
  const { readers } = await cli.open();
  const person = await readers.describe(email);
  cli.out.content(person, () => JSON.stringify(person, null, 2));
}
