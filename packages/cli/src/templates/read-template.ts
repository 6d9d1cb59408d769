import type { Wordrise } from '@wordrise/core';
import { type TemplateInput, templateInput } from '@wordrise/core/contract';
import { readTextFile } from '../terminal/standard-input.ts';

/** What was given, with the rest from the template in use. */
export async function readTemplate(
  { templates }: Wordrise,
  file: string | undefined,
  subject: string | undefined,
): Promise<TemplateInput> {
  const inUse = await templates.get();
  const content = file === undefined ? inUse.template : await readTextFile(file);
  return templateInput.parse({ content, subject: subject ?? inUse.subject });
}
