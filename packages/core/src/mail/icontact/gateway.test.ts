import { describe, expect, test } from 'vitest';
import { clientOf, startTestSandbox } from '../sandbox/testing.ts';

const html = '<html><body><h1>Not Found</h1></body></html>';
const ada = { id: 1, email: 'ada@example.com', firstName: 'Ada' };

describe.each([400, 401, 402, 403, 404, 405, 410, 500, 507])('a gateway that answers %i', (status) => {
  test.each([html, '', '{"message":"no Route matched"}', '[]'])(
    'with “%s” is not iContact: iContact is unreachable',
    async (body) => {
      const sandbox = await startTestSandbox();
      const { sends, readers } = clientOf(sandbox, { readRetries: 0 });
      const unreachable = { code: 'email_provider.unreachable', scope: 'account' };

      sandbox.faults.next({ fault: { status, body } });
      await expect(sends.get('970001')).rejects.toMatchObject({ ...unreachable, mayHaveHappened: false });
      sandbox.faults.next({ method: 'POST', fault: { status, body } });
      const message = { name: 'n', subject: 's', html: 'h', text: 't' };
      await expect(sends.createMessage(message)).rejects.toMatchObject({
        ...unreachable,
        mayHaveHappened: true,
      });
      sandbox.faults.next({ method: 'POST', fault: { status, body } });
      await expect(readers.subscribe([ada])).rejects.toMatchObject(unreachable);
    },
  );
});
