import type { TemplateVersionView } from '@wordrise/core/contract';
import { structuredPatch } from 'diff';

/** A group of nearby lines, some of which differ. */
export interface DiffPart {
  /** Where it starts in the newer text, from 1; 0 for the subject. */
  line: number;
  rows: { kind: 'same' | 'added' | 'removed'; text: string }[];
}

export type DiffedText = Pick<TemplateVersionView, 'template' | 'subject'>;

const kinds = { '+': 'added', '-': 'removed', ' ': 'same' } as const;
/** The number of lines shown above and below a difference. */
const context = 3;

/** What would change if `next` replaced `inUse`; empty if they are identical. */
export function diffTemplates(inUse: DiffedText, next: DiffedText): DiffPart[] {
  const { hunks } = structuredPatch('', '', inUse.template, next.template, '', '', { context });
  const parts = hunks.map(({ newStart, lines }) => ({
    line: newStart,
    rows: lines.flatMap((line) => {
      const kind = kinds[line[0] as keyof typeof kinds];
      // The rest are notes about a missing line break at the end.
      return kind ? [{ kind, text: line.slice(1) }] : [];
    }),
  }));
  if (inUse.subject === next.subject) return parts;
  const subject: DiffPart['rows'] = [
    { kind: 'removed', text: inUse.subject },
    { kind: 'added', text: next.subject },
  ];
  return [{ line: 0, rows: subject }, ...parts];
}
