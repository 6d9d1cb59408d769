import { expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { openAudit } from '../owner/audit.ts';
import { watchAccount } from './open-alerts.ts';
import { Alert, alertPolicy } from './store-alerts.ts';

const actor = { via: 'web', account: 'admin', address: '192.0.2.1' } as const;

test.each(databaseKinds)(
  'changes to the account are reported once, and nothing else is (%s)',
  async (kind) => {
    const database = await openTestDatabase(kind);
    let time = Date.parse('2026-12-01T12:00:00Z');
    const now = () => new Date(time);
    const audit = openAudit({ database, now, keepAddressDays: 30 });
    const site = { productName: 'Wordrise', publicUrl: 'https://words.example', timezone: 'UTC' };
    const found = async () => {
      await watchAccount({ database, now, ...site });
      const alerts = await database.em().find(Alert, {}, { orderBy: { key: 'asc' } });
      return alerts.map(({ kind, body }) => `${kind} ${JSON.parse(body).text}`);
    };
    await audit.record({ action: 'password.change', actor });
    time += alertPolicy.usefulMs;
    expect(await found()).toEqual([]);

    await audit.record({ action: 'login', actor });
    await audit.record({ action: 'password.change', outcome: 'refused', actor, detail: 'wrong password' });
    await audit.record({ action: 'password.change', actor });
    await audit.record({ action: 'second_factor.off', actor: { via: 'cli' } });
    const said = [
      'account_changed Wordrise: Password changed, Wed, Dec 2, 2026, 12:00 (UTC+00:00). If this was not you, run on the server: wordrise admin reset-password\nhttps://words.example/admin/activity',
      'account_changed Wordrise: Two-step sign-in turned off, Wed, Dec 2, 2026, 12:00 (UTC+00:00). If this was not you, run on the server: wordrise admin reset-password\nhttps://words.example/admin/activity',
    ];
    expect(await found()).toEqual(said);
    await database.em().nativeUpdate(Alert, {}, { sentAt: now() });
    expect(await found()).toEqual(said);
  },
);
