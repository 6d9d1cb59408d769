import { resolve } from 'node:path';
import { z } from 'zod';
import type { DatabaseConfig, ImapMailbox, Mailbox, SmtpServer } from './config.ts';
import { usualZone } from './time-zone.ts';

// Messages complete a sentence that starts with the variable's name, and never repeat the value: it
// could be a secret.

export const text = () => z.string();

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
    context.addIssue('is not a time zone; use an IANA name such as America/New_York');
    return z.NEVER;
  });

export const database = () =>
  text().transform((value, context): DatabaseConfig => {
    if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return { kind: 'postgresql', url: value };
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

/** A mail server. Encrypted from the start with `smtps:`, otherwise with STARTTLS, unless it is on this machine. */
export const smtpServer = () =>
  text().transform((value, context): SmtpServer => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (!url?.hostname || !/^smtps?:$/.test(url.protocol)) {
      context.addIssue('must be an address that starts with smtp:// or smtps://');
      return z.NEVER;
    }
    const isSecure = url.protocol === 'smtps:';
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (isSecure ? 465 : 587),
      isSecure,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
  });

/** A folder of a mailbox. Encrypted from the start, unless it is on this machine. */
export const imapMailbox = () =>
  text().transform((value, context): Omit<ImapMailbox, 'doneFolder'> => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
    const isSecure = url?.protocol === 'imaps:';
    const isPlain = url?.protocol === 'imap:' && ['localhost', '127.0.0.1', '::1'].includes(host);
    if (!url || !host || !(isSecure || isPlain)) {
      context.addIssue('must start with imaps://, or with imap:// if the mailbox is on this machine');
      return z.NEVER;
    }
    if (!url.username || !url.password) {
      context.addIssue('must have a user and a password, such as imaps://user:pass@mail.example.com/INBOX');
      return z.NEVER;
    }
    return {
      ...{ host, isSecure, port: Number(url.port) || (isSecure ? 993 : 143) },
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
    };
  });

/** `Name <address>` or an address alone. */
export const mailbox = () =>
  text().transform((value, context): Mailbox => {
    const [, name = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(value) ?? [];
    const address = z.email().safeParse((inBrackets ?? value).trim());
    if (address.success) return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.data };
    context.addIssue('must be an email address, or a name and an address such as Word <word@example.com>');
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
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function isOrigin(value: string): boolean {
  // A pattern such as https://*.example.com parses, and matches no browser's origin.
  return isWebAddress(value) && new URL(value).origin === value && !value.includes('*');
}
