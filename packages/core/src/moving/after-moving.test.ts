import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import {
  addressOf,
  hour,
  names,
  openInstallation,
  pass,
  signUp,
  stateOf,
  unsubscribe,
} from '../../../../test/moving.ts';

describe.each(databaseKinds)('after a move to SMTP and back on %s', (kind) => {
  /** Everybody has an email with a link from here; gil joined under SMTP. */
  async function movedBack() {
    const { clock, icontact, smtp, open, old, atIcontact } = await openInstallation(kind);
    await old.switchProvider(smtp, { apply: true });
    const under = await open(smtp);
    await signUp(under, 'gil');
    await pass(under);
    clock.now = new Date(clock.now.getTime() + hour);
    await pass(under);
    return { clock, icontact, open, under, atIcontact };
  }

  test('who leaves by the link in an old email is off the list at iContact too, once it answers', async () => {
    const { icontact, open, under, atIcontact } = await movedBack();
    await under.switchProvider(icontact, { apply: true });
    // The server was not restarted yet.
    await unsubscribe(under, 'bob');
    const again = await open(icontact);
    const sandbox = await again.mail.sandbox();
    sandbox?.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
    await unsubscribe(under, 'ada', again);
    await pass(again);
    expect(atIcontact.onList()).toEqual(names.map(addressOf));
    sandbox?.faults.clear();
    await pass(again);
    expect(atIcontact.onList()).toEqual(['cleo', 'dan', 'gil'].map(addressOf));
    expect(await stateOf(again, 'ada')).toBe('unsubscribed');
  });

  test('who left by mistake stays there, unless iContact learned of it: it takes nobody back', async () => {
    const { icontact, open, under, atIcontact } = await movedBack();
    await under.switchProvider(icontact, { apply: true });
    const again = await open(icontact);
    const undo = { ada: await unsubscribe(under, 'ada', again), bob: await unsubscribe(under, 'bob', again) };
    await again.readers.links.undoUnsubscribe(undo.ada);
    await pass(again);
    expect(atIcontact.onList()).toEqual(['ada', 'cleo', 'dan', 'gil'].map(addressOf));
    await again.readers.links.undoUnsubscribe(undo.bob);
    await pass(again);
    expect(await again.readers.find(addressOf('bob'))).toMatchObject({
      status: 'refused',
      reason: expect.stringMatching(/iContact/),
    });
  });

  test('a reader of the time of SMTP has no number at iContact, where it could be of somebody else', async () => {
    const { icontact, under } = await movedBack();
    await unsubscribe(under, 'gil');
    expect(await under.readers.describe(addressOf('gil'))).toMatchObject({
      subscriberId: expect.any(String),
    });
    await under.switchProvider(icontact, { apply: true });
    expect(await under.readers.describe(addressOf('gil'))).toMatchObject({ subscriberId: null });
  });
});
