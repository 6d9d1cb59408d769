import { captchaAction } from '@wordrise/core/constants';

// Served as /bot-check.js. The form loads it once a visitor begins to fill it in, and only if the installation has a
// check: most visitors of a page never do, and the form stays small.

/** Gets a token for one signup. */
export type GetToken = () => Promise<string>;

/** What the form knows about the check. */
export interface BotCheckSetup {
  kind: 'altcha' | 'turnstile' | 'hcaptcha' | 'recaptcha';
  siteKey: string | null;
  apiUrl: string;
  /** The address of reCAPTCHA's script, if it is not Google's own. */
  recaptchaUrl: string | undefined;
  /** For the scripts of other services, on pages that allow scripts by nonce. */
  nonce: string | undefined;
}

declare global {
  interface Window {
    grecaptcha?: {
      ready(callback: () => void): void;
      execute(siteKey: string, options: { action: string }): PromiseLike<string>;
    };
    turnstile?: {
      render(place: HTMLElement, options: Record<string, unknown>): string;
      remove(id: string): void;
    };
    hcaptcha?: {
      render(place: HTMLElement, options: Record<string, unknown>): string;
      execute(id: string, options: { async: true }): Promise<{ response: string }>;
      reset(id: string): void;
    };
  }
}

/** Long enough for a slow phone that solves a challenge while the server is under attack. */
const timeoutMs = 30_000;

const known = new Map<string, Promise<unknown>>();

/** Runs once per key and page; the next call after a failure runs it again. */
function once<Value>(key: string, run: () => Promise<Value>): Promise<Value> {
  const running =
    known.get(key) ??
    run().catch((error) => {
      known.delete(key);
      throw error;
    });
  known.set(key, running);
  return running as Promise<Value>;
}

function loadScript<Name extends 'grecaptcha' | 'turnstile' | 'hcaptcha'>(
  name: Name,
  address: string,
  nonce: string | undefined,
): Promise<NonNullable<Window[Name]>> {
  return once(
    address,
    () =>
      new Promise((resolve, reject) => {
        const script = document.createElement('script');
        // An ad blocker may serve an empty script, so only the object proves that it has loaded.
        script.onload = () => {
          const loaded = window[name];
          if (loaded) resolve(loaded as NonNullable<Window[Name]>);
          else reject();
        };
        script.onerror = reject;
        script.nonce = nonce ?? '';
        script.src = address;
        document.head.append(script);
      }),
  );
}

/** Above the page: a service that asks its visitor something draws there. It does not work in a shadow root. */
function placeOnPage(): HTMLElement {
  const place = document.createElement('div');
  place.style.cssText = 'position:fixed;bottom:1rem;right:1rem;z-index:2147483647';
  document.body.append(place);
  return place;
}

/** How each check gets its token. It begins when this is called. */
const checks: Record<BotCheckSetup['kind'], (setup: BotCheckSetup) => GetToken> = {
  recaptcha({ siteKey, recaptchaUrl = 'https://www.google.com/recaptcha/api.js', nonce }) {
    const load = async () => {
      const loaded = await loadScript('grecaptcha', `${recaptchaUrl}?render=${siteKey}`, nonce);
      await new Promise<void>((resolve) => loaded.ready(resolve));
      return loaded;
    };
    load().catch(() => {});
    // A token is valid for two minutes, so it is made at the last moment.
    return async () => (await load()).execute(siteKey ?? '', { action: captchaAction });
  },

  turnstile({ siteKey, nonce }) {
    const load = () =>
      loadScript('turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit', nonce);
    load().catch(() => {});
    return async () => {
      const turnstile = await load();
      const place = placeOnPage();
      let id: string | undefined;
      try {
        return await new Promise<string>((resolve, reject) => {
          id = turnstile.render(place, {
            sitekey: siteKey,
            action: captchaAction,
            appearance: 'interaction-only',
            callback: resolve,
            'error-callback': reject,
            'timeout-callback': reject,
            'unsupported-callback': reject,
          });
        });
      } finally {
        if (id !== undefined) turnstile.remove(id);
        place.remove();
      }
    };
  },

  hcaptcha({ siteKey, nonce }) {
    const load = () =>
      loadScript('hcaptcha', 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off', nonce);
    const draw = () =>
      once('hcaptcha', async () => {
        const hcaptcha = await load();
        return { hcaptcha, id: hcaptcha.render(placeOnPage(), { sitekey: siteKey, size: 'invisible' }) };
      });
    draw().catch(() => {});
    return async () => {
      const { hcaptcha, id } = await draw();
      const { response } = await hcaptcha.execute(id, { async: true });
      hcaptcha.reset(id);
      return response;
    };
  },

  altcha({ apiUrl }) {
    // Without https, browsers derive no keys. The server then asks for a confirmation by email.
    if (!globalThis.crypto?.subtle) return async () => '';
    const key = `${apiUrl}/api/challenge`;
    const solved = () => once(key, () => solve(key));
    solved().catch(() => {});
    return async () => {
      const { token, at } = await solved();
      // Each token counts once.
      known.delete(key);
      if (performance.now() - at < freshMs) return token;
      return (await solve(key)).token;
    };
  },
};

/** A visitor who was away longer gets another challenge: the server refuses one after ten minutes. */
const freshMs = 8 * 60_000;

/** The part of a challenge in ALTCHA's format that a solver reads. */
interface Challenge {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength: number;
    keyPrefix: string;
  };
  signature: string;
}

/**
 * Finds a number whose derived key begins as the challenge demands. The browser derives keys outside of the page's
 * thread, so the visitor can type meanwhile, and no worker is needed, which a strict policy could refuse.
 */
async function solve(address: string): Promise<{ token: string; at: number }> {
  const at = performance.now();
  const response = await fetch(address, { credentials: 'omit', cache: 'no-store' });
  const challenge: Challenge = await response.json();
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const start = bytesOf(nonce);
  const password = new Uint8Array(start.length + 4);
  password.set(start);
  const counterPlace = new DataView(password.buffer);
  const derivation = {
    name: 'PBKDF2',
    salt: bytesOf(salt),
    iterations: cost,
    hash: algorithm.slice('PBKDF2/'.length),
  };
  for (let counter = 0; ; counter += 1) {
    counterPlace.setUint32(start.length, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derivedKey = hexOf(await crypto.subtle.deriveBits(derivation, key, keyLength * 8));
    if (!derivedKey.startsWith(keyPrefix)) continue;
    return { token: btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } })), at };
  }
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Begins the check and returns what gets a token for each signup. Safe to repeat. */
export function begin(setup: BotCheckSetup): GetToken {
  const getToken = checks[setup.kind](setup);
  return () =>
    Promise.race([getToken(), new Promise<never>((_resolve, reject) => setTimeout(reject, timeoutMs))]);
}
