import { expect, test } from 'vitest';
import { providerOfHost } from './mailbox-providers.ts';

test.each([
  ['aspmx.l.google.com', 'Google'],
  ['ALT1.ASPMX.L.GOOGLE.COM.', 'Google'],
  ['example-com.mail.protection.outlook.com', 'Microsoft'],
  ['mta7.am0.yahoodns.net', 'Yahoo'],
  ['mx01.mail.icloud.com', 'Apple'],
  ['mx00.emig.gmx.net', 'GMX and WEB.DE'],
  ['mail.protonmail.ch', 'Proton'],
  ['mx1.mail.example.com', 'example.com'],
  ['mx.example.co.uk', 'example.co.uk'],
  ['mx.example.com.au', 'example.com.au'],
  ['example.de', 'example.de'],
  // Not by a part of its name.
  ['mx.notgoogle.com', 'notgoogle.com'],
])('a mail server %s is of %s', (host, provider) => {
  expect(providerOfHost(host)).toBe(provider);
});
