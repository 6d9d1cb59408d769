import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether a call sends a token: as bearer token, or as the password of basic authentication, because some services can
 * send nothing else. Takes equally long for anything that was sent.
 *
 * @param token `undefined` if no call may pass.
 */
export function sendsToken(authorization: string, token: string | undefined): boolean {
  const given = givenToken(authorization);
  if (given === undefined || token === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function givenToken(authorization: string): string | undefined {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== 'basic') return value || undefined;
  return /(?<=:).+/s.exec(Buffer.from(value, 'base64').toString('utf8'))?.[0];
}
