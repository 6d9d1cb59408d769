import { createPublicKey, type KeyObject } from 'node:crypto';
import type { MailCheck } from '../../contract/mail-check.ts';
import { isDomainError } from '../../errors.ts';
import type { SmtpConfig } from '../../settings/config.ts';
import { readDkimKey } from '../smtp/dkim-key.ts';
import { tagsOf } from './dmarc.ts';
import { type DnsResolver, textRecords } from './resolver.ts';

/** Whether the selector's record has the public key of the signing key. @throws DnsSilent */
export async function checkDkim(dns: DnsResolver, dkim: SmtpConfig['dkim']): Promise<MailCheck> {
  const result = (status: MailCheck['status'], detail: string) => ({ name: 'dkim' as const, status, detail });
  if (!dkim) {
    return result('ok', 'DKIM_DOMAIN is not set: your mail server must sign the emails, as relays do.');
  }
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  let key: KeyObject;
  try {
    key = createPublicKey(readDkimKey(dkim.keyFile));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return result('failed', error.message);
  }
  const record = `v=DKIM1; k=rsa; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`;
  const [found, ...more] = (await textRecords(dns, name)).filter((text) => 'p' in tagsOf(text));
  if (found === undefined) {
    return result(
      'failed',
      `Emails are signed, but ${name} has no record. Add a TXT record to ${name}: ${record}`,
    );
  }
  if (more.length > 0) return result('failed', `${name} has several records. Keep this one: ${record}`);
  if (!hasKey(found, key)) {
    return result(
      'failed',
      `${name} does not match the key in DKIM_KEY_FILE. Change its TXT record to: ${record}`,
    );
  }
  return result('ok', `${name} has the public key of DKIM_KEY_FILE.`);
}

/** The key is a SubjectPublicKeyInfo or, in old records, a bare RSA key. */
function hasKey(record: string, key: KeyObject): boolean {
  const published = Buffer.from((tagsOf(record).p ?? '').replace(/\s/g, ''), 'base64');
  return [key.export({ type: 'spki', format: 'der' }), key.export({ type: 'pkcs1', format: 'der' })].some(
    (own) => own.equals(published),
  );
}
