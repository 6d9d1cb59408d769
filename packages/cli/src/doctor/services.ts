import { join } from 'node:path';
import { type Config, isDomainError, openWordrise, type Wordrise } from '@wordrise/core';
import { mailCheckTitles } from '@wordrise/core/contract';
import { inTemporaryFolder } from '../command-line/files.ts';
import { clockAgainst, type Finding } from './finding.ts';

/** Known to both dictionaries. */
const sampleWord = 'word';

/** The email provider, the dictionary and the bot check. */
export async function checkServices(wordrise: Wordrise): Promise<Finding[]> {
  return [
    ...(await checkEmail(wordrise)),
    ...(await checkBounceMailbox(wordrise)),
    await checkDictionary(wordrise),
    await checkBots(wordrise),
  ];
}

export async function checkEmail(wordrise: Wordrise): Promise<Finding[]> {
  if (wordrise.mail.facts.isSandbox) {
    const detail =
      'The sandbox is on: emails go to the outbox, and nobody gets mail. To send real emails: wordrise setup';
    const isProduction = wordrise.config.environment === 'production';
    return [{ name: 'Email provider', status: isProduction ? 'warning' : 'ok', detail }];
  }
  const { checks, clockSkewMs } = await wordrise.mail.examine();
  const findings = checks.map((check): Finding => ({ ...check, name: mailCheckTitles[check.name] }));
  if (clockSkewMs === null) return findings;
  return [...findings, clockAgainst(clockSkewMs, "the provider's")];
}

/** Sends one email to one address. */
export async function checkSending(wordrise: Wordrise, to: string): Promise<Finding> {
  const name = 'Test email';
  try {
    return { name, status: 'ok', detail: (await wordrise.templates.sendTest({ to })).message };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { name, status: 'failed', detail: error.message };
  }
}

export async function checkDictionary(wordrise: Wordrise): Promise<Finding> {
  const name = 'Dictionary';
  const { kind } = wordrise.dictionary;
  const result = await wordrise.dictionary.lookUp(sampleWord);
  if (!result.success) {
    // The key is fine when the quota is used up, and tomorrow it works again.
    return { name, status: result.code === 'dictionary.quota' ? 'warning' : 'failed', detail: result.error };
  }
  if (kind === 'wordnet')
    return { name, status: 'ok', detail: 'The offline dictionary answers. It has no etymologies.' };
  return { name, status: 'ok', detail: 'Merriam-Webster accepts the key.' };
}

export async function checkBots(wordrise: Wordrise): Promise<Finding> {
  const { ok, detail } = await wordrise.botCheck.check();
  const name = 'Bot check';
  if (wordrise.botCheck.kind === 'off' && wordrise.config.environment === 'production') {
    return {
      name,
      status: 'warning',
      detail: `${detail} To turn on ALTCHA, which needs no keys, set BOT_CHECK=altcha.`,
    };
  }
  return { name, status: ok ? 'ok' : 'failed', detail };
}

/** Whether the pass can read returned emails, if there is a mailbox for them. */
async function checkBounceMailbox({ mail }: Wordrise): Promise<Finding[]> {
  if (!mail.bounceMailbox) return [];
  const { ok, detail } = await mail.bounceMailbox.check();
  return [{ name: 'Bounce mailbox', status: ok ? 'ok' : 'failed', detail }];
}

/** Opens the product on a temporary empty folder, to test settings without touching the data. */
export function onScratch<T>(config: Config, work: (wordrise: Wordrise) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (dataDir) => {
    const database = { kind: 'sqlite' as const, path: join(dataDir, 'wordrise.db') };
    const wordrise = await openWordrise({ ...config, dataDir, database, source: undefined });
    try {
      return await work(wordrise);
    } finally {
      await wordrise.close();
    }
  });
}
