import type { Cli } from '../command-line/cli.ts';

export async function showPrivacy(cli: Cli): Promise<void> {
  const { privacy } = await cli.open();
  const view = await privacy.get();
  // To the byte, so that it can go into a file and come back.
  cli.out.answer(view, () => view.content.replace(/\n$/, ''));
  if (view.isDefault) cli.out.note('This is the built-in text.');
  if (view.url) cli.out.note(`PRIVACY_URL is set: visitors are sent to ${view.url} instead.`);
}
