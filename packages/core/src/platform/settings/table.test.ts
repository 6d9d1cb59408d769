import { expect, test } from 'vitest';
import { settingProblem } from './settings.ts';
import { type SettingName, table } from './table.ts';
import type { Variable } from './variable.ts';
import { variables } from './variables.ts';

const rows = Object.entries(table) as [SettingName, Variable][];

test.each(rows)('%s is complete', (name, row) => {
  if (typeof row.default === 'string') expect(settingProblem(name, row.default)).toBeUndefined();
  // The result of a function differs between machines, so it is shown in words.
  expect(row.fallback !== undefined || typeof row.default !== 'function').toBe(true);
  const [choice, value = ''] = row.with ?? [];
  if (choice !== undefined) expect(settingProblem(choice as SettingName, value)).toBeUndefined();
  for (const value of Object.keys(row.setup?.choices ?? {})) {
    expect(settingProblem(name, value)).toBeUndefined();
  }
});

test('every variable is in a section', () => {
  expect(variables.map(({ name }) => name)).toEqual(rows.map(([name]) => name));
});
