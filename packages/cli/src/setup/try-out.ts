import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDomainError, loadConfig, openDatabase, type Wordrise } from '@wordrise/core';
import type { Finding } from '../doctor/finding.ts';
import { onScratch } from '../doctor/scratch.ts';
import { checkBots, checkDictionary, checkEmail } from '../doctor/services.ts';
import { type Settings, withDefaults } from './settings.ts';

/** Tries services out with the settings so far, away from the data. */
export function tryOut(
  settings: Settings,
  look: (wordrise: Wordrise) => Promise<Finding[]>,
): Promise<Finding[]> {
  return onScratch(loadConfig(withDefaults(settings)), look);
}

export async function tryEverything(settings: Settings): Promise<Finding[]> {
  return [
    await tryDatabase(settings),
    ...(await tryOut(settings, async (wordrise) => [
      ...(await checkEmail(wordrise)),
      await checkDictionary(wordrise),
      await checkBots(wordrise),
    ])),
  ];
}

/** Whether the database can be opened. A file that is not there yet is not made: only its folder is looked at. */
export async function tryDatabase(settings: Settings): Promise<Finding> {
  const name = 'Database';
  const config = loadConfig(withDefaults(settings)).database;
  if (config.kind === 'sqlite' && !existsSync(config.path)) return lookAtFolder(name, config.path);
  try {
    const database = await openDatabase(config);
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

function lookAtFolder(name: string, path: string): Finding {
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return { name, status: 'ok', detail: `A new SQLite file: ${path}` };
  } catch {
    return {
      name,
      status: 'failed',
      detail: `${folder} may not be written by this user. Choose another DATA_DIR.`,
    };
  }
}
