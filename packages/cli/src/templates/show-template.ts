import type { Cli } from '../command-line/cli.ts';

export async function showTemplate(cli: Cli, { subject: onlySubject }: { subject?: boolean }): Promise<void> {
  const { templates } = await cli.open();
  const { template, subject } = await templates.get();
  // Byte for byte, so that it can be saved to a file and set again.
  cli.out.answer({ template, subject }, () => (onlySubject ? subject : template.replace(/\n$/, '')));
  if (!onlySubject) cli.out.note(`Subject: ${subject}`);
}
