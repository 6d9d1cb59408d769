import { createHash, createHmac, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import type { DeliveryReport } from '../../contract/delivery-hook.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { DomainError } from '../../platform/errors.ts';
import { RateLimit } from '../../platform/rate-limits/attempt-limits.ts';
import { DailyCount, spendDaily } from '../../platform/rate-limits/daily-budgets.ts';
import {
  amazonReports,
  confirmTopic,
  isTopicMessage,
  type MailgunSignature,
  mailgunEvent,
  postmarkReports,
  type TopicMessage,
} from './relay-formats.ts';

/** The relays that sign their events. */
const signingRelays = ['amazon', 'mailgun'] as const;
export type SigningRelay = (typeof signingRelays)[number];

export interface RelayEvent {
  reports: DeliveryReport[];
  /** Whether its relay signed it, and the signature was checked. */
  isSigned: boolean;
}

/**
 * Reads an event in a relay's own format and acts on it. An event that needs no action, such as an opened email, has no
 * reports, nor has one that is repeated.
 *
 * @returns the number of reports; `undefined` if it is not from a supported relay
 * @throws DomainError `auth.hook_signature`, `email_provider.unreachable` if Amazon did not answer
 */
export async function readRelayEvent(
  deps: SignatureDeps,
  body: object,
  act: (event: RelayEvent) => Promise<number>,
): Promise<number | undefined> {
  const { snsTopics, mailgunKey } = deps.signatures;
  if (isTopicMessage(body)) {
    const isSigned = snsTopics.length > 0;
    if (isSigned) await checkTopicMessage(deps, body);
    else await countUnsigned(deps, 'amazon');
    await confirmTopic(body);
    return act({ reports: amazonReports(body) ?? [], isSigned });
  }
  const ofMailgun = mailgunEvent(body);
  if (ofMailgun) {
    const { reports, signature } = ofMailgun;
    if (mailgunKey) return (await onceSigned(deps, signature, () => act({ reports, isSigned: true }))) ?? 0;
    await countUnsigned(deps, 'mailgun');
    return act({ reports, isSigned: false });
  }
  const reports = amazonReports(body) ?? postmarkReports(body);
  return reports && act({ reports, isSigned: false });
}

const countName = (relay: SigningRelay) => `unchecked-${relay}`;

/** Counted once a day, for `uncheckedRelays`. */
async function countUnsigned(deps: SignatureDeps, relay: SigningRelay): Promise<void> {
  await spendDaily(deps, countName(relay), 1);
}

const weekMs = 7 * 24 * 3_600_000;

/** The relays whose signatures could be checked and were not, within the last week. */
export async function uncheckedRelays({ database, now, signatures }: SignatureDeps): Promise<SigningRelay[]> {
  const since = new Date(now().getTime() - weekMs).toISOString().slice(0, 10);
  const names = signingRelays.map(countName);
  const found = await database.em().find(DailyCount, { name: { $in: names }, day: { $gte: since } });
  const isChecked = { amazon: signatures.snsTopics.length > 0, mailgun: signatures.mailgunKey !== undefined };
  return signingRelays.filter(
    (relay) => !isChecked[relay] && found.some(({ name }) => name === countName(relay)),
  );
}

/** What the signatures of relays are checked with; nothing is checked by default. */
export interface RelaySignatures {
  /** ARNs of Amazon SNS topics. */
  snsTopics: string[];
  mailgunKey: string | undefined;
}

export interface SignatureDeps {
  database: OpenDatabase;
  now: () => Date;
  signatures: RelaySignatures;
  /** Reads the certificate at one of Amazon's addresses; over HTTPS unless a test has its own. */
  readCertificate?: ((url: string) => Promise<string>) | undefined;
}

/**
 * Mailgun repeats a call for eight hours, with the same signature. It signs only time and token, so a token that counted
 * twice would let anyone who saw one call write another.
 */
const mailgunValidMs = 9 * 3_600_000;
const aheadMs = 5 * 60_000;

/**
 * Checks that a message is from one of our topics and that Amazon signed it.
 *
 * @throws DomainError `auth.hook_signature`, `email_provider.unreachable` if the certificate cannot be read
 */
async function checkTopicMessage(deps: SignatureDeps, message: TopicMessage): Promise<void> {
  const { TopicArn = '', Signature = '', SignatureVersion = '', SigningCertURL = '' } = message;
  if (!deps.signatures.snsTopics.includes(TopicArn))
    throw refused('It is from another topic than those in BOUNCE_SNS_TOPIC.');
  const hash = hashes.get(SignatureVersion);
  if (!hash || !isCertificateOf(TopicArn, SigningCertURL)) throw refused('It is not signed by Amazon SNS.');
  const certificate = await certificateAt(deps, SigningCertURL);
  const signature = Buffer.from(Signature, 'base64');
  if (!verify(hash, Buffer.from(signedText(message)), certificate.publicKey, signature))
    throw refused('Its signature is wrong.');
}

/** By `SignatureVersion`. */
const hashes = new Map([
  ['1', 'sha1'],
  ['2', 'sha256'],
]);

/** The fields that Amazon signs, in its order. */
function signedText(message: TopicMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return names
    .map((name) => [name, message[name]] as const)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}\n${value}\n`)
    .join('');
}

/** Whether a certificate is on the server of the topic's region. Others can put files on other servers of Amazon. */
function isCertificateOf(topic: string, address: string): boolean {
  const [, partition = '', , region = ''] = topic.split(':');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const host = `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
  return url?.href === `https://${host}${url?.pathname}` && /^\/[\w-]{1,100}\.pem$/.test(url.pathname);
}

const certificates = new Map<string, X509Certificate>();
/** Amazon has one for each region, and changes it once a year. */
const mostCertificates = 20;

async function certificateAt(deps: SignatureDeps, url: string): Promise<X509Certificate> {
  const { now, readCertificate = readOverHttps } = deps;
  const known = certificates.get(url);
  if (known && isValid(known, now())) return known;
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(await readCertificate(url));
  } catch (cause) {
    const message = 'The certificate with which Amazon SNS signs could not be read.';
    throw new DomainError('email_provider.unreachable', message, { cause });
  }
  if (!isValid(certificate, now())) throw refused('The certificate that signed it is not valid now.');
  if (certificates.size >= mostCertificates) certificates.clear();
  certificates.set(url, certificate);
  return certificate;
}

function isValid({ validFrom, validTo }: X509Certificate, at: Date): boolean {
  return new Date(validFrom) <= at && at <= new Date(validTo);
}

const mostCertificateBytes = 20_000;

async function readOverHttps(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5000) });
  if (!answer.ok || !answer.body) throw new Error(`${url} answered ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostCertificateBytes) throw new Error(`${url} is too long for a certificate`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Acts on an event of Mailgun if Mailgun signed it, once for each signature.
 *
 * @returns `undefined` if an event with this signature has been acted on
 * @throws DomainError `auth.hook_signature`
 */
async function onceSigned<T>(
  { database, now, signatures }: SignatureDeps,
  signature: MailgunSignature | undefined,
  act: () => Promise<T>,
): Promise<T | undefined> {
  const { timestamp = '', token = '', signature: given = '' } = signature ?? {};
  const right = createHmac('sha256', signatures.mailgunKey ?? '')
    .update(`${timestamp}${token}`)
    .digest();
  const isRight = timingSafeEqual(right, asBytes(given, right.length));
  if (!signatures.mailgunKey || !token || !isRight)
    throw refused('It is not signed with MAILGUN_SIGNING_KEY.');
  const age = now().getTime() - Number(timestamp) * 1000;
  if (!(age >= -aheadMs && age <= mailgunValidMs)) throw refused('Its signature is too old.');
  const key = `mailgun:${createHash('sha256').update(token).digest('hex')}`;
  const expire = now().getTime() + mailgunValidMs + aheadMs;
  const added = await database.insertTogether((insert) =>
    insert<{ key: string }>(
      'rate_limits (key, points, expire)',
      [[key, 1, expire]],
      'on conflict (key) do nothing returning key',
    ),
  );
  if (added.length === 0) return undefined;
  try {
    return await act();
  } catch (error) {
    // Mailgun repeats a call that failed.
    await database.em().nativeDelete(RateLimit, { key });
    throw error;
  }
}

function asBytes(hex: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return /^[0-9a-f]*$/i.test(hex) && hex.length === 2 * length ? Buffer.from(hex, 'hex') : bytes;
}

/** The relay must not learn more than why. */
function refused(why: string): DomainError {
  return new DomainError('auth.hook_signature', `The event is refused. ${why}`);
}
