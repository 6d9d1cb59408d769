import { type SiteVariable, subjectPatterns } from '../contract/template-variables.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { tables } from '../platform/database/query.ts';
import type { Template } from './template.ts';

const variable = `{{${'productName' satisfies SiteVariable}}}`;

/** A ready-made subject is stored with a variable for the name of the product, so that it follows a new name. */
export function storedSubject(subject: string, productName: string): string {
  return withName(subject, productName, variable);
}

/** A stored subject as it is shown and edited: a ready-made one has the name of the product in it. */
export function shownSubject(stored: string, productName: string): string {
  return withName(stored, variable, productName);
}

function withName(subject: string, from: string, to: string): string {
  return subjectPatterns(to)[subjectPatterns(from).indexOf(subject)] ?? subject;
}

const templates = tables<{ templates: Template }>();

/** Earlier versions stored ready-made subjects with the name in them. From now on these follow it too. */
export async function releaseName(database: OpenDatabase, productName: string): Promise<void> {
  const named = subjectPatterns(productName).filter(
    (subject) => storedSubject(subject, productName) !== subject,
  );
  const found = await database.read(
    templates.selectFrom('templates').select('subject').distinct().where('subject', 'in', named),
  );
  for (const { subject } of found) {
    const next = storedSubject(subject, productName);
    await database.writeOne(
      templates.updateTable('templates').set({ subject: next }).where('subject', '=', subject),
    );
  }
}
