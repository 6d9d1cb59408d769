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

  test('a reader who leaves with the link in an old email is off the iContact list too, once it answers', async () => {
    const { icontact, open, under, atIcontact } = await movedBack();
    await under.switchProvider(icontact, { apply: true });
    // The server has not been restarted yet.
    await unsubscribe(under, 'bob');
    const again = await open(icontact);
    const sandbox = await again.mail.sandbox();
    sandbox?.faults?.next({ path: /./, fault: { status: 503 }, times: 100 });
    await unsubscribe(under, 'ada', again);
    await pass(again);
    expect(atIcontact.onList()).toEqual(names.map(addressOf));
    sandbox?.faults?.clear();
    await pass(again);
    expect(atIcontact.onList()).toEqual(['cleo', 'dan', 'gil'].map(addressOf));
    expect(await stateOf(again, 'ada')).toBe('unsubscribed');
  });

  test('a reader who left by mistake is back at once, unless iContact already knows: it takes nobody back', async () => {
    const { icontact, open, under, atIcontact } = await movedBack();
    await under.switchProvider(icontact, { apply: true });
    const again = await open(icontact);
    const undo = { ada: await unsubscribe(under, 'ada', again), bob: await unsubscribe(under, 'bob', again) };
    expect(await again.readers.links.undoUnsubscribe(undo.ada)).toBe('back');
    await pass(again);
    expect(atIcontact.onList()).toEqual(['ada', 'cleo', 'dan', 'gil'].map(addressOf));
    expect(await again.readers.links.undoUnsubscribe(undo.bob)).toBe('refused');
    const bob = { status: 'unsubscribed', reason: expect.stringMatching(/iContact/) };
    expect(await again.readers.find(addressOf('bob'))).toMatchObject(bob);
    await pass(again);
    expect(await again.readers.find(addressOf('bob'))).toMatchObject(bob);
    expect(atIcontact.onList()).toEqual(['ada', 'cleo', 'dan', 'gil'].map(addressOf));
  });

  test('a reader who left before iContact knew them is added to its list, or asked to try again while it is down', async () => {
    const { clock, icontact, open, under, atIcontact } = await movedBack();
    const gil = await unsubscribe(under, 'gil');
    await under.switchProvider(icontact, { apply: true });
    const again = await open(icontact);
    await pass(again);
    const sandbox = await again.mail.sandbox();
    sandbox?.faults?.next({ path: /./, fault: { status: 401 }, times: 100 });
    expect(await again.readers.links.undoUnsubscribe(gil)).toBe('later');
    expect(await stateOf(again, 'gil')).toBe('unsubscribed');
    sandbox?.faults?.clear();
    clock.now = new Date(clock.now.getTime() + hour);
    expect(await again.readers.links.undoUnsubscribe(gil)).toBe('back');
    await pass(again);
    expect(await stateOf(again, 'gil')).toBe('subscribed');
    expect(atIcontact.onList()).toContain(addressOf('gil'));
  });

  test('a reader from the time with SMTP has no id at iContact, where it could belong to someone else', async () => {
    const { icontact, under } = await movedBack();
    await unsubscribe(under, 'gil');
    expect(await under.readers.describe(addressOf('gil'))).toMatchObject({
      subscriberId: expect.any(String),
    });
    await under.switchProvider(icontact, { apply: true });
    expect(await under.readers.describe(addressOf('gil'))).toMatchObject({ subscriberId: null });
  });
});
