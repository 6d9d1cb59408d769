import type { Wordrise } from '@wordrise/core';
import { type Api, serve } from '../http/endpoint.ts';

/** The two endpoints that other sites may call. */
export function readerRoutes(api: Api, { readers, config }: Wordrise, onSignup: () => void = () => {}): void {
  serve(api, 'register', async ({ ctx, body }) => {
    const answer = await readers.signUp(body, { address: ctx.ip });
    onSignup();
    return answer;
  });

  serve(api, 'config', async ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    return {
      productName: config.productName,
      recaptchaSiteKey: config.botCheck.kind === 'recaptcha' ? config.botCheck.siteKey : null,
      signupPath: '/#signup',
    };
  });
}
