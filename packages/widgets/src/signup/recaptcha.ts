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

const patienceMs = 15_000;

/** Loads reCAPTCHA once per key and page; after a failure the next call tries again. */
export function loadRecaptcha(scriptUrl: string, siteKey: string): Promise<Grecaptcha> {
  return remember(
    `${scriptUrl}?render=${siteKey}`,
    (address) =>
      new Promise((resolve, reject) => {
        const script = document.createElement('script');
        // A blocker may answer with an empty script, so that only the object itself tells.
        script.onload = () => {
          const { grecaptcha } = window;
          if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
          else reject();
        };
        script.onerror = reject;
        // Pages that allow scripts by nonce gave one to ours; reCAPTCHA's needs it too.
        script.nonce = ownScript?.nonce ?? '';
        script.src = address;
        document.head.append(script);
      }),
  );
}

/** A token lives two minutes and works once: fetched on submit, never before. */
export function recaptchaToken(scriptUrl: string, siteKey: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(failure('captcha.blocked'));
    setTimeout(giveUp, patienceMs);
    loadRecaptcha(scriptUrl, siteKey)
      .then((grecaptcha) => grecaptcha.execute(siteKey, { action: captchaAction }))
      .then(resolve, giveUp);
  });
}
