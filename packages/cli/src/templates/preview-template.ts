import { writeFile } from 'node:fs/promises';
import type { Cli } from '../command-line/cli.ts';
import { printable } from '../terminal/display-width.ts';
import { requireWord } from '../words/require-word.ts';
import { readTemplate } from './read-template.ts';

interface PreviewOptions {
  subject?: string;
  html?: boolean;
  out?: string;
  word?: string;
}

export async function previewTemplate(
  cli: Cli,
  options: PreviewOptions,
  file: string | undefined,
): Promise<void> {
  const wordrise = await cli.open();
  const input = await readTemplate(wordrise, file, options.subject);
  const word = options.word === undefined ? undefined : await requireWord(wordrise, options.word);
  const preview = await wordrise.templates.preview({ ...input, wordId: word?.id });
  if (options.out !== undefined) {
    const { out } = options;
    await writeFile(out, preview.html);
    cli.out.confirm({ ...preview, file: out }, () => `The email is in ${out}: open it in a browser.`);
    return;
  }
  const { subject, html, text } = preview;
  cli.out.content(preview, () =>
    options.html ? html : `Subject: ${printable(subject)}\n\n${printable(text)}`,
  );
}
