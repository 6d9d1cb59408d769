import { sentenceCase } from '../contract/sentence-case.ts';
import { DomainError } from '../errors.ts';
import { type SettingName, table } from './table.ts';
import type { Variable } from './variable.ts';

/** All problems in one error that says what each setting is for and where to get it, never its value. */
export function reportProblems(problems: ReadonlyMap<SettingName, string>): DomainError {
  const lines = [...problems].map(([name, problem]) => {
    const { purpose, where = 'by choosing one' }: Variable = table[name];
    return `  ${name} ${problem}.\n    ${sentenceCase(purpose)} Get it ${where}.`;
  });
  const count = problems.size;
  return new DomainError(
    'config.invalid',
    `${count === 1 ? 'One setting needs' : `${count} settings need`} attention:\n\n${lines.join('\n')}\n\nSet them in the environment or in a .env file, or run: wordrise setup`,
    { fields: Object.fromEntries([...problems].map(([name, problem]) => [name, [problem]])) },
  );
}
