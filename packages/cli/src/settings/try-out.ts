import { existsSync } from 'node:fs';
import {
  fileObstacle,
  isDomainError,
  loadConfig,
  openDatabase,
  type VariableInfo,
  variables,
  type Wordrise,
} from '@wordrise/core';
import { sentenceCase } from '@wordrise/core/contract';
import { shownPath } from '../command-line/files.ts';
import type { Finding } from '../doctor/finding.ts';
import { checkBots, checkDictionary, checkEmail, checkServices, onScratch } from '../doctor/services.ts';
import { type Settings, withDefaults } from './given-settings.ts';

const services: Record<string, (wordrise: Wordrise) => Promise<Finding[]>> = {
  EMAIL_PROVIDER: checkEmail,
  DICTIONARY: async (wordrise) => [await checkDictionary(wordrise)],
  BOT_CHECK: async (wordrise) => [await checkBots(wordrise)],
};

/** Some of the settings: while setup is asking, the others may be half answered. */
function only(settings: Settings, belongs: (variable: VariableInfo) => boolean): Settings {
  const names: string[] = variables.filter(belongs).map(({ name }) => name);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
}

/**
 * Tests the chosen service without touching the data.
 *
 * @param choice The setting that chooses it, such as `EMAIL_PROVIDER`.
 */
export async function tryService(settings: Settings, choice: string): Promise<Finding[]> {
  const own = only(settings, (variable) => variable.name === choice || variable.with?.[0] === choice);
  return onScratch(loadConfig(withDefaults(own)), async (wordrise) => services[choice]?.(wordrise) ?? []);
}

export async function tryEverything(settings: Settings): Promise<Finding[]> {
  const database = await tryDatabase(settings);
  return [database, ...(await onScratch(loadConfig(withDefaults(settings)), checkServices))];
}

const location = ['DATA_DIR', 'DATABASE_URL'];

/** Whether the database can be opened. A missing file is not created: only its folder is checked. */
export async function tryDatabase(settings: Settings): Promise<Finding> {
  const name = 'Database';
  const config = loadConfig(withDefaults(only(settings, ({ name }) => location.includes(name)))).database;
  const isNew = config.kind === 'sqlite' && !existsSync(config.path);
  const obstacle = isNew ? fileObstacle(config.path, 'create') : undefined;
  if (obstacle) return { name, status: 'failed', detail: sentenceCase(obstacle) };
  if (isNew) return { name, status: 'ok', detail: `A new SQLite file: ${shownPath(config.path)}` };
  try {
    const database = await openDatabase(config, 'read');
    try {
      return { name, status: 'ok', detail: `${await database.version()} answers.` };
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { name, status: 'failed', detail: error.message };
  }
}
