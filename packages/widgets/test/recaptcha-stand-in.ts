import { type LocalServer, startServer } from './local-server.ts';

export interface RecaptchaStandIn extends LocalServer {
  /** The script's address, for the widget's `recaptcha-url`. */
  script: string;
  /** Requests for the script, with their query. */
  loads: string[];
  /** `blocked`: refused; `empty`: an ad blocker's empty script; `mute`: never answers an `execute`. */
  behave(how: 'well' | 'blocked' | 'empty' | 'mute'): void;
}

/** A fake of Google's api.js: badge, `ready`, and tokens that contain their key and action. */
export async function startRecaptchaStandIn(): Promise<RecaptchaStandIn> {
  const loads: string[] = [];
  let behavior: Parameters<RecaptchaStandIn['behave']>[0] = 'well';
  const script = () => `
    const badge = document.createElement('div');
    badge.className = 'grecaptcha-badge';
    document.body.append(badge);
    let count = 0;
    window.grecaptcha = {
      ready: (callback) => setTimeout(callback, 0),
      execute: (key, { action }) => ${behavior === 'mute' ? 'new Promise(() => {})' : '({ then: (done) => done([key, action, ++count].join(":")) })'},
    };`;
  const server = await startServer((request, response) => {
    loads.push(request.url ?? '');
    if (behavior === 'blocked') return void response.destroy();
    response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(behavior === 'empty' ? '' : script());
  });
  return {
    ...server,
    script: `${server.url}/recaptcha/api.js`,
    loads,
    behave: (how) => {
      behavior = how;
    },
  };
}
