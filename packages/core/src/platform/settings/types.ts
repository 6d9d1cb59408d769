import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { mailboxProviders } from '../../contract/choices.ts';
import { readCourseSelection } from '../../contract/course.ts';
import { emailAddress } from '../../contract/email-address.ts';
import { messages } from '../../contract/messages.ts';
import { currentZoneName } from '../../contract/time-zones.ts';
import { readWarmUp } from '../../contract/warm-up.ts';
import type { DatabaseConfig, ImapMailbox, Mailbox, SecondFor, SmtpServer, WarmUpConfig } from './config.ts';

// Messages complete a sentence that starts with the variable's name, and never repeat the value: it
// could be a secret.

export const text = () => z.string();

/** @param most In characters. */
export const textUpTo = (most: number) => text().max(most, `must be at most ${most} characters`);

/** In lower case, however it is typed. */
export const oneOf = <const T extends string>(...allowed: T[]) =>
  text()
    .toLowerCase()
    .pipe(z.enum(allowed, `must be one of ${allowed.join(', ')}`));

export function integer(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return text().regex(/^\d+$/, error).pipe(z.coerce.number<string>().min(min, error).max(max, error));
}

/** From 0 to 1. */
export function score() {
  const error = 'must be a number from 0 to 1';
  return z.coerce.number(error).min(0, error).max(1, error);
}

/** Without a trailing slash. */
export const url = () =>
  text()
    .refine(isWebAddress, 'must be an address that starts with https:// or http://')
    .transform((value) => value.replace(/(?<!\/)\/+$/, ''));

/** A single page: a trailing slash may matter. */
export const page = () =>
  text().refine(isWebAddress, 'must be an address that starts with https:// or http://');

/** Like `url`, for a service that receives secrets or personal data: encrypted, unless it is on this machine. */
export const serviceUrl = () =>
  url().refine(isPrivate, 'must start with https:// unless the service is on this machine');

/** Like `page`, for a service that receives secrets. */
export const servicePage = () =>
  page().pipe(text().refine(isPrivate, 'must start with https:// unless the service is on this machine'));

/** A secret that a client sends unchanged. */
export const token = () => text().min(16, 'must have at least 16 characters');

/** A comma-separated list. */
const list = () =>
  text().transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

const isDomain = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Domain names, in lower case. */
export const domains = () =>
  list()
    .transform((items) => items.map((item) => item.toLowerCase().replace(/^@/, '')))
    .refine(
      (items) => items.every((item) => isDomain.test(item)),
      'must be domains such as example.com, separated by commas',
    );

export const snsTopics = () =>
  list().refine(
    (items) =>
      items.length > 0 && items.every((item) => /^arn:aws(-[a-z-]+)?:sns:[a-z0-9-]+:\d+:[\w-]+$/.test(item)),
    'must be the ARN of a topic, such as arn:aws:sns:us-east-1:123456789012:bounces',
  );

export const origins = () =>
  list()
    .transform((items) => items.map((item) => item.replace(/\/$/, '')))
    .refine(
      (items) => items.every((item) => item === '*' || isOrigin(item)),
      'must be * or whole origins such as https://example.com, without a path or a pattern',
    );

export const secretLength = 32;

export const secrets = () =>
  list().refine(
    (items) => items.length > 0 && items.every((item) => item.length >= secretLength),
    `must have at least ${secretLength} characters (each of them, if there are several)`,
  );

export const timeZone = () =>
  text().transform((zone, context) => {
    const usual = usualZone(zone);
    if (usual !== undefined) return usual;
    context.addIssue('must be the name of a time zone, such as America/New_York');
    return z.NEVER;
  });

export const database = () =>
  text().transform((value, context): DatabaseConfig => {
    if (/^postgres(ql)?:\/\//.test(value)) {
      const problem = loginProblem(value, { hasPath: true });
      if (!problem && URL.canParse(value)) return { kind: 'postgresql', url: value };
      context.addIssue(
        problem ?? 'must be an address such as postgres://user:pass@db.example.com:5432/wordrise',
      );
      return z.NEVER;
    }
    const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/s.exec(value)?.[1];
    if (path && path !== ':memory:') return { kind: 'sqlite', path: resolve(path) };
    // Every connection would have a separate database, and all would be lost at the end.
    context.addIssue(
      path
        ? 'must name a file: a database in memory cannot be used'
        : 'must start with sqlite: or postgres://',
    );
    return z.NEVER;
  });

/**
 * What is wrong with the user and password in an address. A character that ends them early would make the rest of the
 * password part of the host or the path.
 *
 * @param options.hasPath Whether the address may go on after the host, so that an @ there belongs to no login.
 */
function loginProblem(address: string, { hasPath }: { hasPath: boolean }): string | undefined {
  const rest = address.slice(address.indexOf('://') + 3);
  const inAuthority = (/^[^/?#]*/.exec(rest)?.[0] ?? '').lastIndexOf('@');
  const isGuessed = !hasPath || inAuthority < 0;
  const login = rest.slice(0, Math.max(0, isGuessed ? rest.lastIndexOf('@') : inAuthority));
  // In `?user=me@example.com` the @ belongs to a parameter.
  if (isGuessed && hasPath && (!login.includes(':') || /[?&]\w+=/.test(login))) return undefined;
  const [user = ''] = login.split(':', 1);
  const password = login.slice(user.length + 1);
  const found = [
    { part: 'user', characters: unescapedIn(user) },
    { part: 'password', characters: unescapedIn(password) },
  ].filter(({ characters }) => characters.length > 0);
  const [first] = found;
  if (!first) return undefined;
  if (found.length === 1 && first.characters.length === 1) {
    const [character = ''] = first.characters;
    return `has a ${character} in its ${first.part}: write it as ${encodeURIComponent(character)}`;
  }
  const shown = found.map(({ part, characters }) => {
    const each = characters.map((character) => `a ${character} (${encodeURIComponent(character)})`);
    return `${each.join(', ').replace(/, ([^,]*)$/, ' and $1')} in its ${part}`;
  });
  return `has ${shown.join(' and ')}: write them as shown in parentheses`;
}

/** The characters that mean something else in an address, each once. */
function unescapedIn(text: string): string[] {
  return [...new Set(text.match(/[/?#]|%(?![0-9a-f]{2})/gi))].toSorted();
}

/**
 * A mail server. Encrypted from the start with `smtps:`, otherwise with STARTTLS, unless it is on this machine.
 *
 * @param otherwise What else can be done about a character that an address cannot have.
 */
export const smtpServer = (
  otherwise = ', or set SMTP_HOST, SMTP_USER and SMTP_PASSWORD instead, which take any character',
) =>
  text().transform((value, context): SmtpServer => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (!/^smtps?:\/\//i.test(value)) {
      context.addIssue('must be an address that starts with smtp:// or smtps://');
      return z.NEVER;
    }
    const problem = loginProblem(value, { hasPath: false });
    if (problem || !url?.hostname) {
      context.addIssue(
        problem
          ? `${problem}${otherwise}`
          : 'must be an address such as smtp://user:pass@mail.example.com:587',
      );
      return z.NEVER;
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return completeServer({
      host,
      port: Number(url.port) || undefined,
      security: url.protocol === 'smtps:' ? 'tls' : unencryptedAtFirst(host),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    });
  });

/** Whose emails the second mail server carries. */
export const secondFor = () =>
  list().transform((items, context): SecondFor => {
    const names = items.map((item) => item.toLowerCase().replace(/^@/, ''));
    const [name] = names;
    if (names.length === 1 && (name === 'failover' || name === 'warm-up')) return name;
    const byName = new Map<string, string>(mailboxProviders.map((name) => [name.toLowerCase(), name]));
    const unknown = names.some((name) => !byName.has(name) && !isDomain.test(name));
    if (names.length > 0 && !unknown) return names.map((name) => byName.get(name) ?? name);
    const known = mailboxProviders.join(', ');
    context.addIssue(`must be failover, warm-up, or providers (${known}) and domains, separated by commas`);
    return z.NEVER;
  });

/** The name or IP address of a machine. */
export const host = () => {
  const error = 'must be a name such as mail.example.com, without smtp:// and without a port';
  return text()
    .transform((value) => value.replace(/^\[(.*)\]$/, '$1'))
    .refine((value) => isIP(value) > 0 || /^[\w-]+(\.[\w-]+)*\.?$/.test(value), error);
};

/** A folder of a mailbox. Encrypted from the start, unless it is on this machine. */
export const imapMailbox = () =>
  text().transform((value, context): Omit<ImapMailbox, 'doneFolder'> => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
    const isSecure = url?.protocol === 'imaps:';
    const isPlain = url?.protocol === 'imap:' && isThisMachine(host);
    const problem = /^imaps?:\/\//i.test(value) ? loginProblem(value, { hasPath: true }) : undefined;
    if (problem || !url || !host || !(isSecure || isPlain)) {
      context.addIssue(
        problem ?? 'must start with imaps://, or with imap:// if the mailbox is on this machine',
      );
      return z.NEVER;
    }
    if (!url.username || !url.password) {
      context.addIssue('must have a user and a password, such as imaps://user:pass@mail.example.com/INBOX');
      return z.NEVER;
    }
    if (unescapedIn(url.pathname).includes('%')) {
      context.addIssue('has a % in its folder: write it as %25');
      return z.NEVER;
    }
    return {
      host,
      isSecure,
      port: Number(url.port) || (isSecure ? 993 : 143),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
    };
  });

/** `Name <address>` or an address alone. An internationalized domain becomes what mail servers know it as. */
export const mailbox = () =>
  text().transform((value, context): Mailbox => {
    const [, name = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(value) ?? [];
    const typed = (inBrackets ?? value).trim();
    const { success, data, error } = emailAddress.safeParse(typed);
    if (success) {
      const isPlain = data === typed.toLowerCase();
      return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: isPlain ? typed : data };
    }
    context.addIssue(
      error.issues[0]?.message === messages.signup.emailNotAscii
        ? 'must have only letters from a to z before the @ of its address'
        : 'must be an email address, or a name and an address such as Word <word@example.com>',
    );
    return z.NEVER;
  });

export const domain = () =>
  text()
    .toLowerCase()
    .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/, 'must be a name as in DNS, such as example.com');

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isPrivate(value: string): boolean {
  return new URL(value).protocol === 'https:' || isLoopback(value);
}

/** Whether an address can be opened only on the machine itself. */
export function isLoopback(address: string): boolean {
  return isThisMachine(new URL(address).hostname.replace(/^\[|\]$/g, ''));
}

function isOrigin(value: string): boolean {
  // A pattern such as https://*.example.com parses, and matches no browser's origin.
  return isWebAddress(value) && new URL(value).origin === value && !value.includes('*');
}

/** A time zone in its usual spelling, so that "utc" and "UTC" are the same; `undefined` if there is no such zone. */
export function usualZone(zone: string): string | undefined {
  if (isListed(zone)) return currentZoneName(zone);
  try {
    return currentZoneName(new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone);
  } catch {
    return undefined;
  }
}

/** The machine's time zone, as reported by `Intl`. */
export function machineZone(): string {
  const zone = process.env.TZ ?? linkedZone();
  return isListed(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The first formatter of a process takes 20 milliseconds, which would delay every command. This list takes 2. */
function isListed(zone: string): boolean {
  return zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone);
}

function linkedZone(): string {
  try {
    // Importing this module would take every command 4 milliseconds, because Node lists all that it exports.
    const { readlinkSync } = process.getBuiltinModule('node:fs');
    const zone = readlinkSync('/etc/localtime').split('/zoneinfo/')[1] ?? '';
    return zone === 'Etc/UTC' ? 'UTC' : zone;
  } catch {
    return '';
  }
}

const usualPort = { tls: 465, starttls: 587, none: 587 } as const;

/** Completes what was set: port 465 is encrypted from the start, and only this machine may do without encryption. */
export function completeServer(
  given: Pick<SmtpServer, 'host'> & { [K in keyof SmtpServer]?: SmtpServer[K] | undefined },
): SmtpServer {
  const { host, port, user = '', password = '' } = given;
  const security = given.security ?? (port === usualPort.tls ? 'tls' : unencryptedAtFirst(host));
  return { host, port: port ?? usualPort[security], security, user, password };
}

/** How a connection to this server starts unencrypted: on this machine a certificate would have to be self-signed. */
export function unencryptedAtFirst(host: string): 'none' | 'starttls' {
  return isThisMachine(host) ? 'none' : 'starttls';
}

export function isThisMachine(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1'].includes(host);
}

/** `off`, or which words a course has. */
export const course = () =>
  text()
    .trim()
    .refine(
      (given) => given === '' || given.toLowerCase() === 'off' || readCourseSelection(given) !== undefined,
      'must be off, or theme:, tag:, level: or words: and what follows, such as tag:course',
    );

/** `off`, or the emails of each day of a warm-up. */
export const warmUp = () =>
  text().transform((value, context): Omit<WarmUpConfig, 'from'> | undefined => {
    const schedule = value.trim();
    if (schedule === '' || schedule.toLowerCase() === 'off') return undefined;
    const read = readWarmUp(schedule);
    if ('amounts' in read) return { schedule, amounts: read.amounts };
    context.addIssue(read.problem);
    return z.NEVER;
  });

/** A day of the calendar. */
export const day = () => text().pipe(z.iso.date('must be a day such as 2026-12-01'));
