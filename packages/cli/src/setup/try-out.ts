import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDomainError, loadConfig, openDatabase } from '@wordrise/core';
import type { Finding } from '../doctor/finding.ts';
import { onScratch } from '../doctor/scratch.ts';
import { checkBots, checkDictionary, checkEmail } from '../doctor/services.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { type Settings, withDefaults } from './settings.ts';

/** What belongs to one service: while questions are asked, the others may be half answered. */
const partsOf = {
  database: /^(DATA_DIR|DATABASE_URL)$/,
  email: /^(EMAIL_PROVIDER|ICONTACT_.*)$/,
  dictionary: /^(DICTIONARY|MERRIAM_WEBSTER_.*)$/,
  botCheck: /^(BOT_CHECK|RECAPTCHA_.*)$/,
};

function partOf(settings: Settings, service: keyof typeof partsOf): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => partsOf[service].test(name)));
}

/** Tries one service out with the settings so far, away from the data. */
export async function tryService(
  settings: Settings,
  service: 'email' | 'dictionary' | 'botCheck',
): Promise<Finding[]> {
  return onScratch(loadConfig(withDefaults(partOf(settings, service))), async (wordrise) => {
    if (service === 'email') return checkEmail(wordrise);
    return [await (service === 'dictionary' ? checkDictionary(wordrise) : checkBots(wordrise))];
  });
}

export async function tryEverything(settings: Settings): Promise<Finding[]> {
  return [
    await tryDatabase(settings),
    ...(await onScratch(loadConfig(withDefaults(settings)), async (wordrise) => [
      ...(await checkEmail(wordrise)),
      await checkDictionary(wordrise),
      await checkBots(wordrise),
    ])),
  ];
}

/** Whether the database can be opened. A file that is not there yet is not made: only its folder is looked at. */
export async function tryDatabase(settings: Settings): Promise<Finding> {
  const name = 'Database';
  const config = loadConfig(withDefaults(partOf(settings, 'database'))).database;
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
    return { name, status: 'ok', detail: `A new SQLite file: ${shownPath(path)}` };
  } catch {
    return {
      name,
      status: 'failed',
      detail: `${folder} may not be written by this user. Choose another DATA_DIR.`,
    };
  }
}
