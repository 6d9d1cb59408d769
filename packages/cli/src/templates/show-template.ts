import type { Cli } from '../command-line/cli.ts';

export async function showTemplate(cli: Cli, { subject: onlySubject }: { subject?: boolean }): Promise<void> {
  const { templates } = await cli.open();
  const { template, subject } = await templates.get();
  // To the byte, so that it can go into a file and come back.
  cli.out.answer({ template, subject }, () => (onlySubject ? subject : template.replace(/\n$/, '')));
  if (!onlySubject) cli.out.note(`Subject: ${subject}`);
}
