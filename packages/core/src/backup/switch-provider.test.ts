import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../test/databases.ts';
import {
  addressOf,
  contactOf,
  hour,
  names,
  openInstallation,
  openPlace,
  pass,
  receivers,
  schedule,
  signUp,
  stateOf,
  unsubscribe,
} from '../../../../test/moving.ts';
import { openProductDatabase } from '../entities.ts';
import { loadConfig } from '../platform/settings/load-config.ts';

/** Emails were sent from here until now, and one is to go out in an hour. */
async function openTrial(kind: DatabaseKind, readers: readonly string[]) {
  const place = await openPlace(kind);
  const trial = await place.open(place.smtp);
  for (const name of readers) await signUp(trial, name);
  const { id } = await schedule(trial, 'petrichor', place.clock.now.getTime() + hour);
  await pass(trial);
  return { ...place, id };
}

describe.each(databaseKinds)('moving to another email provider on %s', (kind) => {
  test('to SMTP and back loses nobody, mails nobody twice, and mails nobody who had left', async () => {
    const { clock, icontact, smtp, open, old, first, second, atIcontact } = await openInstallation(kind);
    atIcontact.change(`
      UPDATE subscriptions SET status = 'unsubscribed' WHERE contactId = ${contactOf('bob')};
      UPDATE contacts SET status = 'bounced' WHERE email = '${addressOf('cleo')}';
      INSERT INTO contacts (email, firstName, createDate) VALUES ('eve@example.com', 'Eve', 0), ('fay@example.com', '', 0);
      INSERT INTO subscriptions (listId, contactId, status, addDate)
        SELECT (SELECT listId FROM subscriptions LIMIT 1), contactId, CASE email WHEN 'eve@example.com' THEN 'normal' ELSE 'unsubscribed' END, 0
        FROM contacts WHERE email IN ('eve@example.com', 'fay@example.com');
    `);

    const plan = await old.switchProvider(smtp, { apply: false });
    const list = { direction: 'here', kept: 2, added: 1, left: 2, missing: 0, keptOut: 1, unusable: 0 };
    expect(plan).toMatchObject({ from: 'icontact', to: 'smtp', applied: false, obstacles: [], list });
    expect(plan.emails).toMatchObject([
      { id: first.id, word: 'petrichor', isAtProvider: true, outcome: 'waiting' },
      { id: second.id, word: 'halcyon', isAtProvider: true, outcome: 'waiting' },
    ]);
    expect(atIcontact.sends()).toEqual(['pending', 'pending']);
    expect(await stateOf(old, 'bob')).toBe('subscribed');

    const done = await old.switchProvider(smtp, { apply: true });
    expect(done).toMatchObject({ applied: true, obstacles: [], list });
    expect(done.emails.map(({ outcome }) => outcome)).toEqual(['withdrawn', 'withdrawn']);
    expect(atIcontact.sends()).toEqual(['canceled', 'canceled']);
    const states = await Promise.all([...names, 'eve', 'fay'].map((name) => stateOf(old, name)));
    expect(states).toEqual([
      'subscribed',
      'unsubscribed',
      'bounced',
      'subscribed',
      'subscribed',
      'unsubscribed',
    ]);

    // A server that was not restarted sends nothing, and loses nothing.
    expect(await pass(old)).toContainEqual(
      expect.objectContaining({
        outcome: 'failed',
        message: expect.stringMatching(/Set EMAIL_PROVIDER=smtp, and restart/),
      }),
    );
    expect(await old.schedule.stats()).toMatchObject({ pending: 2, failed: 0 });
    // Again, as after an interruption.
    expect(await old.switchProvider(smtp, { apply: true })).toMatchObject({
      emails: [{ outcome: 'withdrawn' }, { outcome: 'withdrawn' }],
      list: { kept: 3, added: 0, left: 0, keptOut: 0 },
    });

    const now = await open(smtp);
    await pass(now);
    clock.now = new Date(clock.now.getTime() + hour);
    await pass(now);
    // The old one would now send what it still had.
    await pass(old);
    expect(await receivers(now, 'petrichor')).toEqual(['ada', 'dan', 'eve'].map(addressOf));
    expect(await now.schedule.stats()).toMatchObject({ sent: 1, scheduled: 1 });

    // Under SMTP one leaves and one joins.
    await unsubscribe(now, 'dan');
    await signUp(now, 'gil');
    await pass(now);
    const back = await now.switchProvider(icontact, { apply: true });
    expect(back).toMatchObject({
      from: 'smtp',
      to: 'icontact',
      emails: [{ word: 'halcyon', outcome: 'withdrawn' }],
      list: { direction: 'there', kept: 2, toSubscribe: 1, takenOff: 1 },
    });
    const again = await open(icontact);
    await pass(again);
    expect(atIcontact.onList()).toEqual(['ada', 'eve', 'gil'].map(addressOf));
    clock.now = new Date(clock.now.getTime() + 23 * hour);
    await pass(again);
    expect(await receivers(again, 'halcyon')).toEqual(['ada', 'eve', 'gil'].map(addressOf));
    expect(await receivers(again, 'petrichor')).toHaveLength(3);
    expect(await again.schedule.stats()).toMatchObject({ sent: 2 });
  });

  test('the owner learns which emails a change of EMAIL_PROVIDER by hand left behind', async () => {
    const { icontact, smtp, open, old } = await openInstallation(kind);
    expect(await old.leftBehind()).toBeUndefined();
    const byHand = await open(smtp);
    const left = {
      emails: 2,
      message: expect.stringMatching(/^EMAIL_PROVIDER is smtp-sandbox now, but 2 .* still at iContact/),
      fix: expect.stringMatching(/Set EMAIL_PROVIDER back .*wordrise provider switch smtp-sandbox --apply$/),
    };
    expect(await byHand.leftBehind()).toEqual(left);
    const { verdict, reasons } = await byHand.tomorrow();
    expect(verdict).toBe('at_risk');
    expect(reasons).toContainEqual(
      expect.objectContaining({ code: 'send_missing', message: left.message, fix: left.fix }),
    );
    await old.switchProvider(smtp, { apply: true });
    expect(await byHand.leftBehind()).toBeUndefined();
    await pass(byHand);
    expect(await byHand.leftBehind()).toBeUndefined();
    expect(await (await open(icontact)).leftBehind()).toMatchObject({
      emails: 2,
      message: expect.stringContaining('still at SMTP'),
      // It is where Wordrise starts without EMAIL_PROVIDER.
      fix: expect.stringMatching(
        /^Nothing is lost\. Choose .* Settings → Sending, or set EMAIL_PROVIDER back/,
      ),
    });
  });

  test('refuses while an email is about to go out, or a provider does not work', async () => {
    const { clock, smtp, old, atIcontact } = await openInstallation(kind);
    clock.now = new Date(clock.now.getTime() + hour - 5 * 60_000);
    const report = await old.switchProvider(smtp, { apply: true });
    expect(report).toMatchObject({
      applied: false,
      obstacles: [expect.stringMatching(/^“petrichor” goes out now/)],
    });
    expect(atIcontact.sends()).toEqual(['pending', 'pending']);
    const unreachable = loadConfig({
      NODE_ENV: 'test',
      DATA_DIR: smtp.dataDir,
      EMAIL_PROVIDER: 'smtp',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'word@example.invalid',
      POSTAL_ADDRESS: '1 Sample Street',
      PUBLIC_URL: 'https://w.example.com',
    });
    const { applied, obstacles } = await old.switchProvider(unreachable, { apply: true });
    expect({ applied, obstacles }).toMatchObject({
      applied: false,
      obstacles: [expect.stringMatching(/^Email provider: /), expect.stringMatching(/petrichor/)],
    });
    await expect(old.switchProvider(old.config, { apply: true })).rejects.toMatchObject({
      code: 'input.invalid',
    });
  });

  test.each([
    {
      lacks: 'everybody',
      who: names,
      said: /None of the 4 readers here are on the list at the sandbox, .* sandbox\.db/,
    },
    {
      lacks: 'many',
      who: ['ada', 'bob'],
      said: /2 of the 4 readers here are not on the list at the sandbox/,
    },
  ])('refuses a list that lacks $lacks, unless they should leave', async ({ who, said }) => {
    const { smtp, old, atIcontact } = await openInstallation(kind);
    for (const name of who)
      atIcontact.change(`DELETE FROM subscriptions WHERE contactId = ${contactOf(name)}`);
    const list = { kept: 4 - who.length, missing: who.length };
    for (const apply of [false, true]) {
      const refused = await old.switchProvider(smtp, { apply });
      const obstacles = [expect.stringMatching(said)];
      expect(refused).toMatchObject({ applied: false, isListIncomplete: true, list, obstacles });
    }
    expect(await stateOf(old, 'ada')).toBe('subscribed');
    expect(atIcontact.sends()).toEqual(['pending', 'pending']);
    const done = await old.switchProvider(smtp, { apply: true, allowMissing: true });
    expect(done).toMatchObject({ applied: true, list, obstacles: [] });
    expect(await stateOf(old, 'ada')).toBe('unsubscribed');
  });

  test('readers who joined while the list was here, and their email, move along from a provider that never had them', async () => {
    const { clock, icontact, smtp, open, atIcontact } = await openPlace(kind);
    const trial = await open(smtp);
    for (const name of ['hal', 'gil', 'ivy']) await signUp(trial, name);
    await schedule(trial, 'petrichor', clock.now.getTime() + hour);
    await pass(trial);
    clock.now = new Date(clock.now.getTime() + hour);
    await pass(trial);
    expect(await receivers(trial, 'petrichor')).toHaveLength(3);
    const { id } = await schedule(trial, 'halcyon', clock.now.getTime() + hour);
    await pass(trial);
    // One leaves, and is back after a pass.
    const undo = await unsubscribe(trial, 'ivy');
    await pass(trial);
    expect(await trial.readers.links.undoUnsubscribe(undo)).toBe('back');
    const old = await open(icontact);
    await signUp(old, 'jo');
    await pass(old);
    await unsubscribe(trial, 'hal', old);
    await pass(old);
    expect(atIcontact.onList()).toEqual([addressOf('jo')]);

    const list = { direction: 'here', kept: 1, keptHere: 2, added: 0, left: 0, missing: 0 };
    const emails = [{ id, isAtProvider: false, outcome: 'waiting' }];
    expect(await old.switchProvider(smtp, { apply: false })).toMatchObject({ obstacles: [], list, emails });
    // Even an email that is due: nobody sends it from here in the meantime.
    clock.now = new Date(clock.now.getTime() + hour - 60_000);
    expect(await old.switchProvider(smtp, { apply: true })).toMatchObject({
      applied: true,
      obstacles: [],
      list,
    });
    const now = await open(smtp);
    await pass(now);
    clock.now = new Date(clock.now.getTime() + 2 * 60_000);
    await pass(now);
    await pass(now);
    expect(await receivers(now, 'halcyon')).toEqual(['gil', 'ivy', 'jo'].map(addressOf));
    expect(await stateOf(now, 'hal')).toBe('unsubscribed');
  });

  test('an email whose time comes while another provider is set is not given up, changed or sent twice', async () => {
    const { clock, icontact, smtp, open, id } = await openTrial(kind, ['hal', 'gil']);
    const other = await open(icontact);
    // The send with the same id there is another one.
    await schedule(other, 'halcyon', clock.now.getTime() + 2 * hour);
    await pass(other);
    clock.now = new Date(clock.now.getTime() + hour + 60_000);
    expect(await pass(other)).not.toContainEqual(expect.objectContaining({ id, step: 'sent' }));
    expect(await other.schedule.stats()).toMatchObject({ failed: 0, sent: 0 });
    const waits = { code: 'email_provider.refused', message: expect.stringContaining('Settings → Sending') };
    await expect(other.schedule.cancel(id)).rejects.toMatchObject(waits);
    const at = new Date(clock.now.getTime() + 3 * hour).toISOString();
    await expect(other.schedule.move(id, { scheduledDate: at })).rejects.toMatchObject(waits);

    expect(await other.switchProvider(smtp, { apply: true })).toMatchObject({ applied: true });
    const now = await open(smtp);
    await pass(now);
    await pass(now);
    expect(await receivers(now, 'petrichor')).toEqual(['gil', 'hal'].map(addressOf));
    expect(await now.schedule.stats()).toMatchObject({ failed: 0, sent: 1 });
  });

  test('an email that began in the sandbox does not keep its readers from moving to a mail server', async () => {
    const { clock, icontact, smtp, open } = await openTrial(kind, ['hal', 'gil']);
    // It is under way when Wordrise is restarted.
    clock.now = new Date(clock.now.getTime() + hour);
    const database = await openProductDatabase(smtp.database);
    await database
      .em()
      .execute(
        "update smtp_sends set status = 'preparing', started_at = scheduled_at, range_size = 1000, is_trial = true",
        [],
        'run',
      );
    await database.close();
    const other = await open(icontact);
    expect(await other.switchProvider(smtp, { apply: true })).toMatchObject({
      applied: true,
      obstacles: [],
      emails: [{ word: 'petrichor', outcome: 'waiting' }],
    });
    const now = await open(smtp);
    await pass(now);
    await pass(now);
    expect(await receivers(now, 'petrichor')).toEqual(['gil', 'hal'].map(addressOf));
    expect(await now.schedule.stats()).toMatchObject({ failed: 0, sent: 1 });
  });

  test('an email that began in the sandbox is shown as waiting for it while another provider is set', async () => {
    const { clock, icontact, smtp, open, id } = await openTrial(kind, ['hal', 'gil']);
    clock.now = new Date(clock.now.getTime() + hour + 60_000);
    const database = await openProductDatabase(smtp.database);
    await database
      .em()
      .execute(
        "update smtp_sends set status = 'sending', started_at = scheduled_at, is_prepared = true, is_trial = true, recipients = 2, sent = 1",
        [],
        'run',
      );
    await database.close();
    const other = await open(icontact);
    const reason = 'The SMTP sandbox began it. It goes on once EMAIL_PROVIDER is smtp-sandbox again.';
    const progress = { status: 'paused', recipients: 2, sent: 1, queued: 1, reason, actions: [] };
    expect(await other.schedule.delivery(id)).toMatchObject({ progress });
    expect((await other.schedule.sends(5)).sends).toMatchObject([{ id, word: 'petrichor', progress }]);
    const waits = { id, isElsewhere: true, reason: `1 of 2 readers has it. ${reason}` };
    expect(await other.schedule.list(5)).toMatchObject([{ scheduled_emails: waits }]);
    expect((await other.schedule.providerSends()).entries).toMatchObject([waits]);
    expect(await other.tomorrow()).toMatchObject({
      verdict: 'at_risk',
      email: { id, sent: 1 },
      readers: 2,
      reasons: expect.arrayContaining([
        expect.objectContaining({
          code: 'send_paused',
          message: `The email is paused: 1 of 2 readers has it. ${reason}`,
        }),
      ]),
    });
    await expect(other.schedule.changeDelivery(id, 'resume')).rejects.toMatchObject({ message: reason });
    const back = await open(smtp);
    expect(await back.schedule.delivery(id)).toMatchObject({ progress: { status: 'sending', sent: 1 } });
  });

  test('an email that waits at another provider is not offered for changes that are refused', async () => {
    const { icontact, open, id } = await openTrial(kind, ['hal']);
    const other = await open(icontact);
    const reason = expect.stringContaining('waits at the provider that EMAIL_PROVIDER named before');
    expect((await other.schedule.providerSends()).entries).toMatchObject([{ id, isElsewhere: true, reason }]);
    expect(await other.schedule.delivery(id)).toMatchObject({
      scheduled_emails: { isElsewhere: true, reason },
      progress: null,
    });
    expect((await other.schedule.offTime()).emails).toEqual([]);
    expect(await other.schedule.older()).toEqual([]);
  });

  test('an email that another provider never sent is given up once it is too late', async () => {
    const { clock, icontact, smtp, open } = await openTrial(kind, ['hal']);
    const other = await open(icontact);
    clock.now = new Date(clock.now.getTime() + 8 * hour);
    const said = expect.stringContaining('EMAIL_PROVIDER was changed while it waited');
    expect(await pass(other)).toContainEqual(expect.objectContaining({ step: 'sent', message: said }));
    expect(await other.schedule.stats()).toMatchObject({ failed: 1 });
    const back = await open(smtp);
    await pass(back);
    expect(await receivers(back, 'petrichor')).toEqual([]);
  });

  test('an email that was being sent here counts as sent where another provider is set for good', async () => {
    const { clock, icontact, smtp, open } = await openTrial(kind, ['hal']);
    clock.now = new Date(clock.now.getTime() + hour);
    // It is killed as soon as the send has begun.
    const database = await openProductDatabase(smtp.database);
    await database
      .em()
      .execute("update smtp_sends set status = 'sending', started_at = scheduled_at", [], 'run');
    await database.close();
    const other = await open(icontact);
    clock.now = new Date(clock.now.getTime() + 8 * hour);
    await pass(other);
    expect(await other.schedule.stats()).toMatchObject({ failed: 0, sent: 1 });
  });

  test('changes nothing if the list cannot be read completely', async () => {
    const { smtp, old, atIcontact } = await openInstallation(kind);
    const sandbox = await old.mail.sandbox();
    sandbox?.faults?.next({ method: 'GET', path: /contacts/, fault: { status: 400 } });
    await expect(old.switchProvider(smtp, { apply: true })).rejects.toMatchObject({
      code: 'email_provider.refused',
    });
    expect(atIcontact.sends()).toEqual(['pending', 'pending']);
    expect(await pass(old)).not.toContainEqual(expect.objectContaining({ outcome: 'failed' }));
  });
});
