import { z } from 'zod';
import type { BotCheckKind } from '../contract/choices.ts';
import { captchaAction } from '../contract/limits.ts';

export type BotVerdict =
  | { outcome: 'passed' }
  /** Nothing to check: the visitor's browser cannot run the check. */
  | { outcome: 'unchecked' }
  /** `reason` is for the log, not for the visitor. */
  | { outcome: 'rejected'; reason: string }
  /** No verdict: the service did not answer. */
  | { outcome: 'unavailable'; reason: string };

/** Whom a token must have been made for. */
export interface CheckedCaller {
  /** IP address. */
  address: string | undefined;
  /** The origin of another site whose page has the form; empty for our own pages. */
  page?: string | undefined;
}

/** Distinguishes people from bots at signup. Never throws. */
export interface BotCheck {
  verify(token: string | undefined, caller: CheckedCaller): Promise<BotVerdict>;
}

/** No service has ever issued this token: the answer shows whether it accepts our secret key. */
const impossibleToken = 'wordrise-asks-whether-the-key-is-good';

/** What the answers of all services have in common, and what only some have. */
const verifyAnswer = z.object({
  success: z.boolean(),
  score: z.number().nullish(),
  action: z.string().nullish(),
  hostname: z.string().nullish(),
  'error-codes': z.array(z.string()).nullish(),
});
type VerifyAnswer = z.infer<typeof verifyAnswer>;

/** A service that judges tokens. All of them are asked in the same way. */
interface Service {
  label: string;
  /** Fields of the question beside secret, token and address. */
  fields?: (options: ServiceOptions) => Record<string, string>;
  /** Why a genuine token is not accepted; `success` only means that it is genuine. */
  objection(answer: VerifyAnswer, options: ServiceOptions): string | undefined;
  /** Whether an answer without a host name is accepted. */
  hidesHost?: boolean;
}

/** The services, by their setting. Names and codes are those of their documents for `siteverify`. */
export const services = {
  recaptcha: {
    label: 'reCAPTCHA',
    objection({ action, score }, { minScore = 0 }) {
      if (action !== captchaAction) return 'made for another action';
      return typeof score !== 'number' || score < minScore ? `score ${score ?? 'missing'}` : undefined;
    },
  },
  turnstile: {
    label: 'Turnstile',
    // A form of the owner's own need not name an action.
    objection: ({ action }) => (action && action !== captchaAction ? 'made for another action' : undefined),
  },
  hcaptcha: {
    label: 'hCaptcha',
    // So that a token of another site with the same account does not count.
    fields: ({ siteKey }) => (siteKey ? { sitekey: siteKey } : {}),
    objection: () => undefined,
    hidesHost: true,
  },
} as const satisfies Record<Exclude<BotCheckKind, 'altcha'>, Service>;

/** Errors in our own configuration, or of the service: no verdict on the visitor. */
const notTheVisitor = [
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'internal-error',
];

export interface ServiceOptions {
  kind: keyof typeof services;
  secretKey: string;
  verifyUrl: string;
  siteKey?: string;
  /** reCAPTCHA: 0 to 1; a lower score is a bot. */
  minScore?: number;
  /** Host names of the pages with the form. A token from elsewhere is rejected; an empty list allows all. */
  hostnames: () => Promise<readonly string[]>;
  timeoutMs?: number;
  fetch?: typeof fetch;
}

/** A check by a service of others. A call is never repeated, because its token may already be used up. */
export function createServiceCheck(options: ServiceOptions): BotCheck {
  const { kind, secretKey, verifyUrl, hostnames, timeoutMs = 4000, fetch = globalThis.fetch } = options;
  const { fields, objection, hidesHost }: Service = services[kind];
  return {
    async verify(token, { address }) {
      if (!token) return { outcome: 'rejected', reason: 'no token' };
      const body = new URLSearchParams({ secret: secretKey, response: token, ...fields?.(options) });
      if (address) body.set('remoteip', address);
      let answer: VerifyAnswer;
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
        const isOurs = codes.some((code) => notTheVisitor.includes(code));
        return { outcome: isOurs ? 'unavailable' : 'rejected', reason };
      }
      const reason = objection(answer, options);
      if (reason) return { outcome: 'rejected', reason };
      const allowed = await hostnames();
      const host = answer.hostname ?? '';
      const isHidden = hidesHost && ['', 'not-provided'].includes(host);
      if (allowed.length > 0 && !isHidden && !allowed.includes(host)) {
        return { outcome: 'rejected', reason: 'made on another site' };
      }
      return { outcome: 'passed' };
    },
  };
}

/** Whether the service responds and accepts our secret key. Costs one verification. */
export async function checkService(
  check: BotCheck,
  kind: keyof typeof services,
): Promise<{ ok: boolean; detail: string }> {
  const { label } = services[kind];
  const prefix = kind.toUpperCase();
  const verdict = await check.verify(impossibleToken, { address: undefined });
  if (verdict.outcome === 'rejected') return { ok: true, detail: `${label} accepts the secret key.` };
  if (verdict.outcome !== 'unavailable') {
    return { ok: false, detail: `${label} accepts an invalid token. Check ${prefix}_VERIFY_URL.` };
  }
  if (/secret/.test(verdict.reason)) {
    return { ok: false, detail: `${label} does not know the secret key. Check ${prefix}_SECRET_KEY.` };
  }
  return { ok: false, detail: `${label} did not answer (${verdict.reason}). Check the connection.` };
}
