import { expect, test } from 'vitest';
import { admin, startTestServer } from './start-test-server.ts';

const template = { content: '<p>{{word}}</p>', subject: '{{word}}' };
const reader = { email: 'ada@example.com', firstName: 'Ada' };
const header =
  'word,phoneticPronunciation,partOfSpeech,definition,etymology,example1,example2,conversationTip';

test('the admin’s actions, and refusals, are in the activity log', async () => {
  const { ok, refused, signIn } = await startTestServer();
  await signIn();
  const wrong = { ...admin, password: 'wrong' };
  for (let n = 0; n < 3; n += 1) await refused('login', { body: wrong });
  await refused('setupAdmin', { body: { ...admin, username: 'mallory' } });
  await refused('changePassword', { body: { currentPassword: 'wrong', newPassword: 'battery staple' } });
  await ok('changePassword', { body: { currentPassword: admin.password, newPassword: 'battery staple' } });
  await ok('saveTemplate', { body: template });
  await ok('sendTestEmail', { body: { to: 'owner@example.com' } });
  await ok('savePrivacy', { body: { content: '# Privacy' } });
  await ok('resetPrivacy');
  const plan = { isOn: false, time: '07:00', days: ['mon' as const], ahead: 5 };
  await ok('saveAutopilot', { body: plan });
  await ok('register', { body: reader });
  await ok('describePerson', { params: { email: reader.email } });
  await ok('removePerson', { params: { email: reader.email } });
  const csv = `${header}\nmeander,/mɪˈændər/,verb,Wander.,Greek.,We meander.,It meanders.,Say it.`;
  await ok('uploadWords', { raw: csv, headers: { 'Content-Type': 'text/csv' } });

  const { entries, total, hasMore } = await ok('listAudit');
  const mine = { account: 'admin', address: '127.0.0.1', via: 'web', count: 1 };
  const done = { ...mine, outcome: 'done', detail: null };
  expect({ total, hasMore }).toEqual({ total: 14, hasMore: false });
  expect(entries.map(({ id: _, at: __, ...entry }) => entry)).toEqual([
    { ...done, action: 'words.import', detail: '1 added, 0 updated' },
    { ...done, action: 'reader.remove', detail: 'reader 1' },
    { ...done, action: 'reader.show', detail: 'reader 1' },
    { ...done, action: 'autopilot.save', detail: 'off' },
    { ...done, action: 'privacy.save', detail: 'back to the default' },
    { ...done, action: 'privacy.save' },
    { ...done, action: 'template.test' },
    { ...done, action: 'template.save' },
    { ...done, action: 'password.change' },
    { ...mine, outcome: 'refused', action: 'password.change', detail: 'wrong current password' },
    {
      ...{ ...mine, account: null, outcome: 'refused', action: 'setup' },
      detail: 'there is an account already',
    },
    { ...mine, outcome: 'refused', action: 'login', detail: 'wrong username or password', count: 3 },
    { ...done, action: 'login' },
    { ...done, account: null, action: 'setup' },
  ]);
  const second = await ok('listAudit', { query: { page: '2', limit: '5' } });
  expect(second.entries).toEqual(entries.slice(5, 10));
});
