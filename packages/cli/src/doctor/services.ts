import { isDomainError, type Wordrise } from '@wordrise/core';
import { mailCheckTitles, timings } from '@wordrise/core/contract';
import { checkBounceMailbox } from './bounce-mailbox.ts';
import type { Finding } from './finding.ts';

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
  if (wordrise.mail.kind.endsWith('sandbox')) {
    const detail =
      'The sandbox is on: emails go to the outbox, and nobody gets mail. To send real emails: wordrise setup';
    const isProduction = wordrise.config.environment === 'production';
    return [{ name: 'Email provider', status: isProduction ? 'warning' : 'ok', detail }];
  }
  const { checks, clockSkewMs } = await wordrise.mail.examine();
  const findings = checks.map((check): Finding => ({ ...check, name: mailCheckTitles[check.name] }));
  if (clockSkewMs === null) return findings;
  return [...findings, clock(clockSkewMs)];
}

function clock(skewMs: number): Finding {
  const name = 'Clock';
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const ahead = skewMs > 0 ? 'ahead of' : 'behind';
  if (Math.abs(skewMs) <= timings.clockToleranceSeconds * 1000) {
    const detail =
      seconds < 2 ? "It agrees with the provider's." : `It is ${seconds} seconds ${ahead} the provider's.`;
    return { name, status: 'ok', detail };
  }
  const minutes = Math.round(seconds / 60);
  const amount = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const detail = `It is ${amount} ${ahead} the provider's, so emails go out at the wrong time. Set this machine's clock.`;
  return { name, status: 'failed', detail };
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
    return { name, status: 'warning', detail: `${detail} To add reCAPTCHA keys: wordrise setup` };
  }
  return { name, status: ok ? 'ok' : 'failed', detail };
}
