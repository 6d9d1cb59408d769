import type { BotCheck } from './bot-check.ts';

/** No service has ever issued this token: the answer shows whether it accepts our secret key. */
const impossibleToken = 'wordrise-asks-whether-the-key-is-good';

/** Whether the bot check service responds and accepts our secret key. Costs one verification. */
export async function checkBotCheck(botCheck: BotCheck): Promise<{ ok: boolean; detail: string }> {
  const verdict = await botCheck.verify(impossibleToken, { address: undefined });
  if (verdict.outcome === 'rejected') return { ok: true, detail: 'reCAPTCHA accepts the secret key.' };
  if (verdict.outcome === 'passed') {
    return { ok: false, detail: 'reCAPTCHA accepts an invalid token. Check RECAPTCHA_VERIFY_URL.' };
  }
  if (/secret/.test(verdict.reason)) {
    return { ok: false, detail: 'reCAPTCHA does not know the secret key. Check RECAPTCHA_SECRET_KEY.' };
  }
  return { ok: false, detail: `reCAPTCHA did not answer (${verdict.reason}). Check the connection.` };
}
