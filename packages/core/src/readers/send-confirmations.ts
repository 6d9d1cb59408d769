import { type SqlBool, sql } from 'kysely';
import { escapeHtml } from '../contract/escape-html.ts';
import type { StepContext } from '../mail/pass-event.ts';
import { confirmationPolicy, outcomeOf } from '../mail/policy.ts';
import type { ServiceEmail, ServiceMail } from '../mail/service-mail.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { literal, rowCount } from '../platform/database/query.ts';
import { runIn } from '../platform/database/writes.ts';
import { isDomainError } from '../platform/errors.ts';
import type { AttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { forgetUnusedConsents } from './consent.ts';
import { Confirmation, Registration, readerTables } from './reader-tables.ts';
import type { Suppressions } from './suppressions.ts';

interface HeldDeps {
  database: OpenDatabase;
  now: () => Date;
  limits: AttemptLimits;
}

export interface ConfirmationsDeps extends HeldDeps {
  suppressions: Suppressions;
  /** `undefined` if nothing can be sent. */
  serviceMail: () => Promise<ServiceMail | undefined>;
  productName: string;
  /** Without a trailing slash. */
  publicUrl: string;
}

const { validMs, resendAfterMs, mostEmails, retryAfterMs, batchSize, morePerConfirmed } = confirmationPolicy;
const step = 'signups';
/** Counted for the whole installation. */
const everybody = 'all';

type Outcome = 'sent' | 'full' | 'domain full' | 'nothing';

/** Sends the confirmation links that are due, and deletes signups that were not confirmed in time. */
export async function sendConfirmations(
  deps: ConfirmationsDeps,
  { onEvent, signal }: StepContext,
): Promise<void> {
  let sent = 0;
  const extra = await extraPerHour(deps);
  try {
    while (!signal?.aborted) {
      const batch = await claim(deps, await deps.limits.usedUp('confirmationsPerDomain', extra));
      if (batch.length === 0) break;
      let isFull = false;
      for (const one of batch) {
        const outcome: Outcome = isFull ? 'full' : await sendOne(deps, one, extra);
        if (outcome === 'sent') sent += 1;
        if (outcome !== 'full' && outcome !== 'domain full') continue;
        isFull ||= outcome === 'full';
        await unclaim(deps, one);
      }
      if (isFull) break;
    }
    const held = await heldConfirmations(deps);
    if (held) onEvent({ step, outcome: 'waiting', message: held.message });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    onEvent({ step, outcome: outcomeOf(error), message: error.message });
  }
  if (sent > 0) {
    const message = `${sent === 1 ? '1 reader was' : `${sent} readers were`} asked to confirm`;
    onEvent({ step, outcome: 'done', count: sent, message });
  }
  await forgetExpired(deps);
}

/**
 * Claims links that are due. Other processes leave them alone until they can be retried.
 *
 * @param fullDomains Domains that get no more for now; others do not wait for them.
 */
async function claim({ database, now }: ConfirmationsDeps, fullDomains: string[]): Promise<Confirmation[]> {
  const at = await database.sharedTime(now());
  const em = database.em();
  const due = await em.find(
    Confirmation,
    { dueAt: { $lte: at }, $and: fullDomains.map((domain) => ({ $not: atDomain(domain) })) },
    { orderBy: { dueAt: 'asc' }, limit: batchSize },
  );
  const claimed: Confirmation[] = [];
  for (const one of due) {
    const until = new Date(at.getTime() + retryAfterMs);
    const isOurs = await em.nativeUpdate(
      Confirmation,
      { email: one.email, dueAt: one.dueAt },
      { dueAt: until },
    );
    if (isOurs > 0) claimed.push(one);
  }
  return claimed;
}

/** Domains contain no character that `like` treats specially but `_`, which then matches itself too. */
const atDomain = (domain: string) => ({ email: { $like: `%@${domain}` } });

/** As it was before: what was never tried is kept until it can be sent. */
async function unclaim({ database }: ConfirmationsDeps, { email, dueAt }: Confirmation): Promise<void> {
  await database.em().nativeUpdate(Confirmation, { email }, { dueAt });
}

async function sendOne(deps: ConfirmationsDeps, confirmation: Confirmation, extra: number): Promise<Outcome> {
  const { email, token, emails, sentAt } = confirmation;
  const { database, now, serviceMail, productName, publicUrl } = deps;
  const em = database.em();
  const reader = await em.findOne(Registration, { email }, { fields: ['status'] });
  if (!reader || ['subscribed', 'waiting', 'refused'].includes(reader.status)) {
    // A used link goes on saying that its reader is on the list.
    if (confirmation.isUsed()) await em.nativeUpdate(Confirmation, { email }, { dueAt: null });
    else await em.nativeDelete(Confirmation, { email });
    return 'nothing';
  }
  const isTooSoon = sentAt && !confirmation.isUsed() && now().getTime() - sentAt.getTime() < resendAfterMs;
  const mail = emails >= mostEmails || isTooSoon ? undefined : await serviceMail();
  if (!mail) {
    await em.nativeUpdate(Confirmation, { email }, { dueAt: null });
    return 'nothing';
  }
  const { wait, isFull, isDomainFull } = await countServiceEmail(deps, email, extra);
  if (isFull) return 'full';
  if (isDomainFull) return 'domain full';
  if (wait > 0) {
    const at = await database.sharedTime(now());
    await em.nativeUpdate(Confirmation, { email }, { dueAt: new Date(at.getTime() + wait * 1000) });
    return 'nothing';
  }
  const link = `${publicUrl}/confirm/${token}`;
  const outcome = await mail.send({
    ...confirmationEmail({ to: email, link, productName, validDays: validMs / 86_400_000 }),
    returnToken: token,
  });
  if (outcome === 'later') return 'nothing';
  // Not if the reader has just used the link of an earlier email.
  await em.nativeUpdate(Confirmation, { email, emails }, { dueAt: null, sentAt: now(), emails: emails + 1 });
  return outcome === 'sent' ? 'sent' : 'nothing';
}

/**
 * Counts an email that anyone can cause by typing an address: to its mailbox, to its domain, and for the installation.
 * Nothing is counted unless all of them allow it.
 *
 * @param extra Allowed on top of the limits of the domain and the installation.
 * @returns how many seconds the mailbox has to wait, and whether the domain or the installation has to
 */
export async function countServiceEmail(
  { database, limits, suppressions }: Pick<ConfirmationsDeps, 'database' | 'limits' | 'suppressions'>,
  email: string,
  extra = 0,
): Promise<{ wait: number; isDomainFull: boolean; isFull: boolean }> {
  const hash = await suppressions.hashOf(mailboxOf(email));
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const counted = { wait: 0, isDomainFull: false, isFull: false };
  const refused = new Error('over a limit');
  try {
    await database.insertTogether(async (insert) => {
      counted.isFull = false;
      counted.isDomainFull = false;
      [counted.wait = 0] = await limits.count(insert, 'confirmationsPerMailbox', [hash]);
      if (counted.wait > 0) throw refused;
      const [domainWait = 0] = await limits.count(insert, 'confirmationsPerDomain', [domain], extra);
      counted.isDomainFull = domainWait > 0;
      if (counted.isDomainFull) throw refused;
      const [wait = 0] = await limits.count(insert, 'confirmations', [everybody], extra);
      counted.isFull = wait > 0;
      if (counted.isFull) throw refused;
    });
  } catch (error) {
    if (error !== refused) throw error;
  }
  return counted;
}

/** The mailbox behind an address, in lower case: many services ignore `+` and what follows, and Gmail ignores dots. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const name = /^[^+]+/.exec(local)?.[0] ?? local;
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`;
}

/** What real signups add to the hourly ceiling: someone who types other people's addresses gets few confirmed. */
async function extraPerHour({ database, now }: Omit<HeldDeps, 'limits'>): Promise<number> {
  const at = now().getTime();
  // Only recent signups are looked at, because those have an index.
  const confirmed = await database.count(
    readerTables
      .selectFrom('registrations')
      .select(rowCount)
      .where('created_at', '>', new Date(at - 2 * validMs))
      .where('confirmed_at', '>', new Date(at - 86_400_000)),
  );
  return confirmed * morePerConfirmed;
}

/** Confirmation emails that wait because the hour's ceiling is reached. */
export interface HeldConfirmations {
  waiting: number;
  ceiling: number;
  message: string;
}

/** @returns `undefined` if none wait for that reason */
export async function heldConfirmations(deps: HeldDeps): Promise<HeldConfirmations | undefined> {
  const { database, now, limits } = deps;
  const at = await database.sharedTime(now());
  const waiting = await database.em().count(Confirmation, { dueAt: { $lte: at } });
  if (waiting === 0) return undefined;
  const extra = await extraPerHour(deps);
  const ceiling = limits.pointsOf('confirmations') + extra;
  if ((await limits.attempts('confirmations', everybody)) >= ceiling) {
    const message = `${ceiling} confirmation emails went out within an hour, which is the limit. ${moreLater(waiting)}`;
    return { waiting, ceiling, message };
  }
  const perDomain = limits.pointsOf('confirmationsPerDomain') + extra;
  for (const domain of await limits.usedUp('confirmationsPerDomain', extra)) {
    const held = await database.em().count(Confirmation, { dueAt: { $lte: at }, ...atDomain(domain) });
    if (held === 0) continue;
    const message = `${perDomain} confirmation emails went to ${domain} within an hour, which is the limit for one domain. ${moreLater(held)}`;
    return { waiting: held, ceiling: perDomain, message };
  }
  return undefined;
}

const moreLater = (count: number) => `${count === 1 ? '1 more goes' : `${count} more go`} out later.`;

/** A signup that was never confirmed leaves nothing behind. One that was never asked is kept: its email is still due. */
async function forgetExpired({ database, now }: ConfirmationsDeps): Promise<void> {
  const before = new Date(now().getTime() - validMs);
  const expired = sql<SqlBool>`requested_at < ${before} and (sent_at is null or sent_at < ${before})
    and (due_at is null or due_at > requested_at)`;
  const confirmations = readerTables.selectFrom('confirmations').where(expired);
  if ((await database.count(confirmations.select(rowCount))) === 0) return;
  await database.em().transactional(async (em) => {
    await runIn(
      em,
      readerTables
        .deleteFrom('registrations')
        .where('status', '=', literal('unconfirmed'))
        .where('email', 'in', confirmations.select('email')),
    );
    await runIn(em, readerTables.deleteFrom('confirmations').where(expired));
    await forgetUnusedConsents(database, em);
  });
}

interface ConfirmationFacts {
  to: string;
  /** Opens the page with the button. */
  link: string;
  productName: string;
  validDays: number;
}

/**
 * Asks whether the owner of an address signed up. It repeats nothing that was typed into the form except the address.
 */
function confirmationEmail({ to, link, productName, validDays }: ConfirmationFacts): ServiceEmail {
  const name = escapeHtml(productName);
  const ask = 'Please confirm that you want one word a day from';
  const subject = `Confirm your signup for ${productName}`;
  const end = `The link works for ${validDays} days. Didn’t sign up? Ignore this email and you won’t hear from us.`;
  return {
    to,
    subject,
    text: `${ask} ${productName}:\n\n${link}\n\n${end}\n`,
    html: noteHtml({
      title: subject,
      name,
      body: `<p style="margin:0 0 24px">${ask} ${name}:</p>
<p style="margin:0 0 24px"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1b2030;color:#fffdf9;font-weight:600;text-decoration:none">Confirm your signup</a></p>
<p class="quiet" style="margin:0;font-size:14px;color:#575c6b">${end}</p>`,
    }),
  };
}

/** The paper and type of the daily emails, without a design: anyone who reads it has not joined yet. */
function noteHtml({ title, name, body }: { title: string; name: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>@media (prefers-color-scheme: dark) { body { background: #151a26 !important; color: #f3ede1 !important } .button { background: #f3ede1 !important; color: #151a26 !important } .quiet { color: #b9b5ad !important } }</style>
</head>
<body style="margin:0;padding:32px 24px;background:#faf7f0;color:#1b2030;font:16px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${name}</p>
${body}
</div>
</body>
</html>
`;
}

/**
 * Which signups wait for a click in an email: all, only those of readers who had left, or none. If we keep the list,
 * people who had left it come back only with their own link.
 */
export function whoConfirms(config: {
  confirmSignups: boolean;
  ownsList: boolean;
}): 'all' | 'returning' | 'none' {
  if (config.confirmSignups) return 'all';
  return config.ownsList ? 'returning' : 'none';
}
