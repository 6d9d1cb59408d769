import { expect, test } from 'vitest';
import { clientOf, givenMessage, startTestSandbox } from '../sandbox/testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');
const at = new Date('2026-09-16T11:00:00Z');

test('permanently cancels a send that has not been sent', async () => {
  const sandbox = await startTestSandbox({ now });
  const provider = clientOf(sandbox);
  const { sendId } = await provider.sends.schedule(await givenMessage(sandbox), at);

  expect(await provider.sends.cancel(sendId)).toBe('cancelled');
  expect(await provider.sends.cancel(sendId)).toBe('cancelled');

  expect(await provider.sends.get(sendId)).toMatchObject({ status: 'cancelled' });
});

test('reports that it is too late to cancel a send that has been sent', async () => {
  const sandbox = await startTestSandbox({ now });
  const provider = clientOf(sandbox);
  const { sendId } = await provider.sends.schedule(await givenMessage(sandbox), undefined);
  await sandbox.releaseDue();

  expect(await provider.sends.cancel(sendId)).toBe('released');
});

test.each(['970009', 'x', '', '../lists/300001', '..'])('knows no send "%s"', async (sendId) => {
  const sandbox = await startTestSandbox({ now });

  expect(await clientOf(sandbox).sends.cancel(sendId)).toBe('unknown');
  expect(await clientOf(sandbox).sends.get(sendId)).toBeUndefined();
});

test.each(['timeout-after', 'drop-after', 'nonsense'] as const)(
  'reads back that the cancellation was done before %s',
  async (fault) => {
    const sandbox = await startTestSandbox({ now });
    const provider = clientOf(sandbox);
    const { sendId } = await provider.sends.schedule(await givenMessage(sandbox), at);
    sandbox.faults.next({ method: 'DELETE', fault });

    expect(await clientOf(sandbox).sends.cancel(sendId)).toBe('cancelled');
  },
);

test.each([
  { fault: 'timeout', code: 'email_provider.unreachable' },
  { fault: 'drop-before', code: 'email_provider.unreachable' },
  { fault: { status: 503 }, code: 'email_provider.unreachable' },
  { fault: { status: 500 }, code: 'email_provider.unreachable' },
  { fault: { status: 401 }, code: 'email_provider.refused' },
  { fault: { status: 405 }, code: 'email_provider.refused' },
  { fault: 'warning', code: 'email_provider.unreachable' },
] as const)('does not mistake $fault for a cancellation', async ({ fault, code }) => {
  const sandbox = await startTestSandbox({ now });
  const provider = clientOf(sandbox);
  const { sendId } = await provider.sends.schedule(await givenMessage(sandbox), at);
  sandbox.faults.next({ method: 'DELETE', fault });

  await expect(clientOf(sandbox).sends.cancel(sendId)).rejects.toMatchObject({ code });

  expect(await provider.sends.get(sendId)).toMatchObject({ status: 'pending' });
});
