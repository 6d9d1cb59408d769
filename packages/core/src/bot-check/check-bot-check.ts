import type { BotCheck } from './bot-check.ts';

/** No service has ever given this out: the answer tells whether it took our secret key. */
const impossibleToken = 'wordrise-asks-whether-the-key-is-good';

/** Whether the bot check's service answers and takes our keys. Costs one verification. */
export async function checkBotCheck(botCheck: BotCheck): Promise<{ ok: boolean; detail: string }> {
  const verdict = await botCheck.verify(impossibleToken, { address: undefined });
  if (verdict.outcome === 'rejected') return { ok: true, detail: 'reCAPTCHA takes the secret key.' };
  if (verdict.outcome === 'passed') {
    return { ok: false, detail: 'reCAPTCHA passes whatever it is asked. Check RECAPTCHA_VERIFY_URL.' };
  }
  if (/secret/.test(verdict.reason)) {
    return { ok: false, detail: 'reCAPTCHA does not know the secret key. Check RECAPTCHA_SECRET_KEY.' };
  }
  return { ok: false, detail: `reCAPTCHA did not answer (${verdict.reason}). Check the connection.` };
}
