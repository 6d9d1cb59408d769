import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Parts of the paths of files that take much longer than their size suggests. */
const longest = [
  'e2e/readers.browser',
  'e2e/accessibility.browser',
  'e2e/cold-pages.browser',
  'scripts/chaos',
  'scripts/fuzz',
  'submit/swapped-send',
  'submit/replaced-send',
  'backup/interrupted-restore',
];

/**
 * Vitest's own order, the largest files first, but with the slowest ones first in each project: started last, one of
 * them would leave all other workers idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const place = ({ project, moduleId }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (longest.some((part) => moduleId.includes(part)) ? 0 : 1);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
