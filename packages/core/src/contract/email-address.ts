import { z } from 'zod';
import { limits } from './limits.ts';
import { messages } from './messages.ts';

/**
 * An address as it is stored and compared: trimmed, in lower case, and with an internationalized domain as mail servers
 * know it, such as `xn--bcher-kva.example` for `bücher.example`. A text that is no address comes back without spaces
 * around it, in lower case.
 */
export function normalAddress(text: string): string {
  const plain = text.trim().toLowerCase();
  const at = plain.lastIndexOf('@');
  const domain = plain.slice(at + 1);
  if (at < 1 || !beyondAscii.test(domain) || !domainLetters.test(domain)) return plain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? `${plain.slice(0, at + 1)}${new URL(url).hostname}` : plain;
}

const beyondAscii = /[^\0-\x7f]/;
/** Letters of any script, and its full stops. Any other sign could be read as the end of the domain in a URL. */
const domainLetters = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61\u00b7-]+$/u;

const plainAddress = z.email();

/** A reader's address. */
export const emailAddress = z
  .string(messages.signup.emailInvalid)
  .overwrite(normalAddress)
  .max(limits.emailLength, messages.signup.emailInvalid)
  .superRefine((address, { addIssue }) => {
    // A domain of the highest level may be internationalized too.
    const checked = address.replace(/\.xn--[a-z0-9-]+$/, '.test');
    if (plainAddress.safeParse(checked).success) return;
    const isOtherwiseRight = plainAddress.safeParse(checked.replace(/[^\0-\x7f]/g, 'x')).success;
    const local = address.slice(0, address.lastIndexOf('@'));
    const hasOtherLetters = isOtherwiseRight && beyondAscii.test(local);
    addIssue({
      code: 'custom',
      message: hasOtherLetters ? messages.signup.emailNotAscii : messages.signup.emailInvalid,
    });
  });
