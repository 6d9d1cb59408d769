import { errorAnswer } from '@wordrise/core/contract';
import type { FuzzRequest } from './requests.ts';
import type { Answer } from './send.ts';

/** What is wrong with an answer, or `undefined`. */
export function wrongWith(request: FuzzRequest, answer: Answer | undefined): string | undefined {
  if (!answer) {
    // The server may drop a client that does not send what it announced, or that is still sending what was refused.
    return request.isBroken || request.body.length > 16_384
      ? undefined
      : 'closed the connection without an answer';
  }
  const { status, headers } = answer;
  if (status >= 500) return `answered ${status}: ${answer.body.toString().slice(0, 300)}`;
  if (status < 400 || request.method === 'HEAD' || isPage(request, headers['content-type'])) return undefined;
  return wrongError(answer);
}

/** Pages and files answer 404 with their own content type, and a plain HTML form is answered with a page. */
function isPage({ method, target }: FuzzRequest, type = ''): boolean {
  if (method === 'POST' && /^\/api\/register(\?|$)/i.test(target)) return /^text\/html/.test(type);
  return method === 'GET' && !/^\/api(\/|$)/i.test(target) && /^text\/(html|plain)/.test(type);
}

function wrongError({ status, body }: Answer): string | undefined {
  const text = body.toString();
  try {
    const { success, data, error } = errorAnswer.safeParse(JSON.parse(text));
    if (!success) return `answered ${status} without message and code: ${error.message}`;
    return data.message.trim() === '' ? `answered ${status} with an empty message` : undefined;
  } catch {
    return `answered ${status} with what is not JSON: ${text.slice(0, 300)}`;
  }
}
