import type { Cli } from '../command-line/cli.ts';

export async function showPrivacy(cli: Cli): Promise<void> {
  const { privacy } = await cli.open();
  const view = await privacy.get();
  // Byte for byte, so that it can be saved to a file and set again.
  cli.out.content(view, () => view.content.replace(/\n$/, ''));
  if (view.isDefault) cli.out.note('This is the built-in text.');
  if (view.url) cli.out.note(`PRIVACY_URL is set: visitors are sent to ${view.url} instead.`);
}
