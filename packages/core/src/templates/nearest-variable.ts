import { templateVariables } from '../contract/template-variables.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { editDistance } from '../text/edit-distance.ts';

/** Names that people try, but whose spelling is not close to the right one. */
const synonyms: Readonly<Record<string, string>> = {
  meaning: '{{definition}}',
  origin: '{{etymology}}',
  title: '{{subject}}',
  today: '{{DATE}}',
};

/**
 * What was probably meant by a name that is not a variable, as written in a template: a variable, or a merge field of
 * the email provider. `undefined` if nothing is similar.
 */
export function nearestVariable(name: string, mergeFields?: MergeFields): string | undefined {
  const wanted = plain(name);
  if (wanted === '') return undefined;
  for (const names of [synonyms, mergeFields?.names ?? {}]) {
    if (Object.hasOwn(names, wanted)) return names[wanted];
  }
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  const ranked = templateVariables
    .map((variable) => ({ variable, steps: editDistance(wanted, plain(variable)) }))
    .toSorted((a, b) => a.steps - b.steps);
  const [closest] = ranked;
  if (closest && closest.steps <= allowed) return `{{${closest.variable}}}`;
  // Part of a long name, such as "pronunciation" or "tip".
  const part = templateVariables.find((variable) => wanted.length >= 3 && plain(variable).includes(wanted));
  return part && `{{${part}}}`;
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
