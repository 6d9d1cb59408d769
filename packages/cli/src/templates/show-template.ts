import type { Cli } from '../command-line/cli.ts';
import { versionId } from './version-id.ts';

export async function showTemplate(
  cli: Cli,
  { subject: onlySubject }: { subject?: boolean },
  version: string | undefined,
): Promise<void> {
  const { templates } = await cli.open();
  const shown = version === undefined ? await inUse(templates) : await templates.version(versionId(version));
  const { template, subject } = shown;
  // Byte for byte, so that it can be saved to a file and set again.
  cli.out.content(shown, () => (onlySubject ? subject : template.replace(/\n$/, '')));
  if (!onlySubject) cli.out.note(`Subject: ${subject}`);
}

async function inUse(templates: Awaited<ReturnType<Cli['open']>>['templates']) {
  const { template, subject } = await templates.get();
  return { template, subject };
}
