import { expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { aWord } from '../../../../test/words.ts';
import { SmtpMessage, SmtpRange, SmtpSend } from '../mail/engine/engine-tables.ts';
import { User } from '../owner/account-tables.ts';
import { Registration } from '../readers/reader-tables.ts';
import { emailTime } from '../schedule/email-time.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { Template } from '../template/template.ts';
import { addWord } from '../words/save-word.ts';
import { firstSteps } from './first-steps.ts';

test.each(databaseKinds)('each first step is done once the database shows it (%s)', async (kind) => {
  const database = await openTestDatabase(kind);
  const configured: string[] = [];
  const allowed: string[] = [];
  const steps = () =>
    firstSteps({
      database,
      configured,
      publicUrl: 'https://words.example/base',
      allowedOrigins: async () => allowed,
    });
  const none = {
    account: false,
    settings: false,
    missingSettings: ['name', 'timeZone', 'sender'],
    words: false,
    reader: false,
    signedUp: false,
    unconfirmed: false,
    sent: false,
    template: false,
    embedded: false,
  };
  expect(await steps()).toEqual(none);
  configured.push('TIMEZONE');
  expect(await steps()).toEqual({ ...none, settings: true, missingSettings: ['name', 'sender'] });
  configured.pop();
  const em = database.em();
  const createdAt = new Date();
  await em.insert(User, { username: 'owner', password: 'x', createdAt, updatedAt: createdAt });
  const signup = { firstName: 'Ada', createdAt };
  const imported = { ...signup, source: 'An old list', consent: 'A paper list' };
  await em.insert(Registration, { ...imported, email: 'y@example.com', status: 'unconfirmed' });
  expect(await steps()).toEqual({ ...none, account: true });
  // Nobody has joined with a file of people who left elsewhere.
  await em.insert(Registration, { ...imported, email: 'left@example.com', status: 'unsubscribed' });
  expect(await steps()).toEqual({ ...none, account: true });
  await em.insert(Registration, { ...imported, email: 'b@example.com' });
  expect(await steps()).toEqual({ ...none, account: true, reader: true });
  const form = { ...signup, consentKey: 'shown' };
  await em.insert(Registration, { ...form, email: 'z@example.com', status: 'unconfirmed' });
  expect(await steps()).toEqual({ ...none, account: true, reader: true, unconfirmed: true });
  await em.insert(Registration, { ...form, email: 'a@example.com', source: 'https://words.example' });
  const signedUp = { ...none, account: true, reader: true, signedUp: true, unconfirmed: true };
  expect(await steps()).toEqual(signedUp);
  const { id: word } = await addWord({ database, now: () => createdAt }, aWord());
  expect(await steps()).toEqual({ ...signedUp, words: true });
  const email = { word, createdAt, ...emailTime(createdAt, 'UTC'), messageName: 'one' };
  await em.insert(ScheduledEmail, { ...email, status: 'failed' });
  expect(await steps()).toMatchObject({ sent: false });
  const given = { subject: '', html: '', text: '', createdAt };
  const message = await em.insert(SmtpMessage, { ...given, name: 'begun' });
  const send = await em.insert(SmtpSend, { message, scheduledAt: createdAt, status: 'sending' });
  await em.insert(SmtpRange, { sendId: send, nth: 0, readers: 2 });
  expect(await steps()).toMatchObject({ sent: false });
  await em.nativeUpdate(SmtpRange, { sendId: send }, { sent: 1 });
  expect(await steps()).toMatchObject({ sent: true });
  await em.nativeDelete(SmtpRange, { sendId: send });
  expect(await steps()).toMatchObject({ sent: false });
  await em.insert(ScheduledEmail, { ...email, messageName: 'two', status: 'sent', sentAt: createdAt });
  // Someone signed up here before the public address was set.
  await em.insert(Registration, { ...signup, email: 'd@example.com', source: 'http://localhost:5000' });
  allowed.push('https://shop.example', 'https://blog.example');
  expect(await steps()).toMatchObject({ sent: true, template: false, embedded: false });
  await em.insert(Registration, { ...signup, email: 'c@example.com', source: 'https://blog.example' });
  expect(await steps()).toMatchObject({ embedded: true });
  allowed.splice(0, 2, '*');
  expect(await steps()).toMatchObject({ embedded: true });
  await em.insert(Template, { content: '<p>{{word}}</p>', subject: '{{word}}', createdAt });
  expect(await steps()).toMatchObject({ template: true });
});
