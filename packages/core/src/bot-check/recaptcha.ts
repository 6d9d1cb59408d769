import { z } from 'zod';
import { captchaAction } from '../contract/limits.ts';
import type { BotCheck } from './bot-check.ts';

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
