import { z } from 'zod';
import { captchaAction } from '../contract/limits.ts';
import type { Config } from '../platform/settings/config.ts';

export type BotVerdict =
  | { outcome: 'passed' }
  /** `reason` is for the log, not for the visitor. */
  | { outcome: 'rejected'; reason: string }
  /** No verdict: the service did not answer. */
  | { outcome: 'unavailable'; reason: string };

/** Distinguishes people from bots at signup. Never throws. */
export interface BotCheck {
  verify(token: string | undefined, options: { address: string | undefined }): Promise<BotVerdict>;
}

/** No service has ever issued this token: the answer shows whether it accepts our secret key. */
const impossibleToken = 'wordrise-asks-whether-the-key-is-good';

/** Whether the bot check service responds and accepts our secret key. Costs one verification. */
async function checkBotCheck(botCheck: BotCheck): Promise<{ ok: boolean; detail: string }> {
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

export interface RecaptchaOptions {
  secretKey: string;
  verifyUrl: string;
  /** 0 to 1; a lower score is a bot. */
  minScore: number;
  /** Host names of the pages with the form. A token from elsewhere is rejected; an empty list allows all. */
  hostnames: () => Promise<readonly string[]>;
  timeoutMs?: number;
  fetch?: typeof fetch;
}

const verifyAnswer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});

/** Errors in our own configuration: no verdict on the visitor. */
const ourFault = ['missing-input-secret', 'invalid-input-secret'];

/**
 * Google reCAPTCHA v3. `success` only means that the token is genuine: score, action and host decide.
 * A call is never repeated, because its token may already be used up.
 */
export function createRecaptcha(options: RecaptchaOptions): BotCheck {
  const { secretKey, verifyUrl, minScore, hostnames, timeoutMs = 4000, fetch = globalThis.fetch } = options;
  return {
    async verify(token, { address }) {
      if (!token) return { outcome: 'rejected', reason: 'no token' };
      const body = new URLSearchParams({ secret: secretKey, response: token });
      if (address) body.set('remoteip', address);
      let answer: z.infer<typeof verifyAnswer>;
      try {
        const response = await fetch(verifyUrl, {
          method: 'POST',
          body,
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!response.ok) return { outcome: 'unavailable', reason: `answered ${response.status}` };
        answer = verifyAnswer.parse(await response.json());
      } catch (error) {
        return { outcome: 'unavailable', reason: error instanceof Error ? error.name : 'no answer' };
      }
      const codes = answer['error-codes'] ?? [];
      if (!answer.success) {
        const reason = codes.join(', ') || 'not a valid token';
        return {
          outcome: codes.some((code) => ourFault.includes(code)) ? 'unavailable' : 'rejected',
          reason,
        };
      }
      if (answer.action !== captchaAction) return { outcome: 'rejected', reason: 'made for another action' };
      if (answer.score === undefined || answer.score < minScore) {
        return { outcome: 'rejected', reason: `score ${answer.score ?? 'missing'}` };
      }
      const allowed = await hostnames();
      if (allowed.length > 0 && !allowed.includes(answer.hostname ?? '')) {
        return { outcome: 'rejected', reason: 'made on another site' };
      }
      return { outcome: 'passed' };
    },
  };
}

/** The configured bot check. */
export interface OpenBotCheck {
  /** `undefined` if signups are not checked. */
  signups: BotCheck | undefined;
  kind: Config['botCheck']['kind'];
  /** Whether the service responds and accepts our keys. */
  check(): Promise<{ ok: boolean; detail: string }>;
}

/**
 * @param origins Origins whose pages may embed the form; they may change.
 * @param override Used instead of the configured service.
 */
export function openBotCheck(
  config: Config,
  origins: () => Promise<readonly string[]>,
  override?: BotCheck,
): OpenBotCheck {
  const { kind } = config.botCheck;
  const signups = override ?? connect(config, origins);
  return {
    kind,
    signups,
    check: async () =>
      signups ? checkBotCheck(signups) : { ok: true, detail: 'Signups are not checked for bots.' },
  };
}

function connect(
  { botCheck, publicUrl }: Config,
  origins: () => Promise<readonly string[]>,
): BotCheck | undefined {
  if (botCheck.kind === 'off') return;
  const hostnames = async () => {
    const others = await origins();
    return others.includes('*') ? [] : [publicUrl, ...others].map((origin) => new URL(origin).hostname);
  };
  return createRecaptcha({ ...botCheck, hostnames });
}
