import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configurationPage, withVariables } from './docs-configuration.ts';

test('docs/configuration.md has the current settings (npm run docs:configuration)', () => {
  const page = readFileSync(configurationPage, 'utf8');
  expect(page).toBe(withVariables(page));
});
