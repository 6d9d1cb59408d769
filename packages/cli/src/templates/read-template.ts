import { readFile } from 'node:fs/promises';
import type { Wordrise } from '@wordrise/core';
import { type TemplateInput, templateInput } from '@wordrise/core/contract';
import { readStandardInput } from '../terminal/standard-input.ts';

/** What was typed over what is in use. */
export async function readTemplate(
  { templates }: Wordrise,
  file: string | undefined,
  subject: string | undefined,
): Promise<TemplateInput> {
  const inUse = await templates.get();
  const content = file === undefined ? inUse.template : await read(file);
  return templateInput.parse({ content, subject: subject ?? inUse.subject });
}

function read(file: string): Promise<string> {
  return file === '-' ? readStandardInput() : readFile(file, 'utf8');
}
