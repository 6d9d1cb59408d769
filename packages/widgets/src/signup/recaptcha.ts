import { captchaAction } from '@wordrise/core/constants';
import { ownScript } from '../own-script.ts';
import { remember } from './remember.ts';
import { failure } from './signup-api.ts';

interface Grecaptcha {
  ready(callback: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

const timeoutMs = 15_000;

/** Loads reCAPTCHA once per key and page; the next call after a failure tries again. */
export function loadRecaptcha(scriptUrl: string, siteKey: string): Promise<Grecaptcha> {
  return remember(
    `${scriptUrl}?render=${siteKey}`,
    (address) =>
      new Promise((resolve, reject) => {
        const script = document.createElement('script');
        // An ad blocker may serve an empty script, so only the object proves that it has loaded.
        script.onload = () => {
          const { grecaptcha } = window;
          if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
          else reject();
        };
        script.onerror = reject;
        // A page that allows scripts by nonce gave one to our script; reCAPTCHA's script needs it too.
        script.nonce = ownScript?.nonce ?? '';
        script.src = address;
        document.head.append(script);
      }),
  );
}

/** Gets a token. It is valid once, for two minutes, so get it on submit and not earlier. */
export function recaptchaToken(scriptUrl: string, siteKey: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(failure('captcha.blocked'));
    setTimeout(giveUp, timeoutMs);
    loadRecaptcha(scriptUrl, siteKey)
      .then((grecaptcha) => grecaptcha.execute(siteKey, { action: captchaAction }))
      .then(resolve, giveUp);
  });
}
