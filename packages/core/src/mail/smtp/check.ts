import type { ProviderCheck } from '../mail-provider.ts';
import { unencrypted } from './outcome.ts';
import type { SmtpTransport } from './transport.ts';

/** Whether the mail server can be reached, encrypts and accepts the login. Sends nothing. */
export async function checkSmtp(
  transport: () => SmtpTransport,
  encryption: () => Promise<string>,
): Promise<ProviderCheck> {
  const checks: ProviderCheck['checks'] = [];
  const done = () => ({ checks, clockSkewMs: null });
  let opened: SmtpTransport;
  try {
    opened = transport();
  } catch (error) {
    checks.push({ name: 'signature', ok: false, detail: messageOf(error) });
    return done();
  }
  try {
    await opened.verify();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'EAUTH') {
      const detail = code === 'ETLS' ? unencrypted(messageOf(error)) : messageOf(error);
      checks.push({ name: 'reachable', ok: false, detail });
      return done();
    }
    checks.push({ name: 'reachable', ok: true, detail: 'the mail server answers' });
    checks.push({ name: 'credentials', ok: false, detail: messageOf(error) });
    return done();
  }
  checks.push({ name: 'reachable', ok: true, detail: 'the mail server answers' });
  checks.push(await checkEncryption(encryption));
  checks.push({ name: 'credentials', ok: true, detail: 'the login is accepted' });
  return done();
}

async function checkEncryption(describe: () => Promise<string>): Promise<ProviderCheck['checks'][number]> {
  try {
    return { name: 'encryption', ok: true, detail: await describe() };
  } catch (error) {
    return { name: 'encryption', ok: false, detail: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
