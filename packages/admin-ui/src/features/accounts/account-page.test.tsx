import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, refuse } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const times = { signedInAt: '2026-12-01T12:00:00.000Z', usedAt: '2026-12-02T12:00:00.000Z' };
const mine = { id: 'a', browser: 'Firefox on Linux', address: '192.0.2.1', ...times, isCurrent: true };
const other = { id: 'b', browser: 'Safari on iPhone', address: null, ...times, isCurrent: false };
const off = { isOn: false, since: null, recoveryCodesLeft: 0 };
const on = { isOn: true, since: '2026-12-01T12:00:00.000Z', recoveryCodesLeft: 2 };
const recoveryCodes = ['k7mp-2xqd-9hwt-c4ra', 'aaaa-bbbb-cccc-dddd'];

async function open(answers: Answers = {}) {
  const app = renderApp({
    path: '/admin/account',
    answers: { listSessions: { sessions: [mine, other] }, secondFactor: off, ...answers },
  });
  await screen.findByText('Firefox on Linux');
  return app;
}

test('sessions are listed, and another one is signed out', async () => {
  const { user, server } = await open({ endSession: { message: 'The session is signed out.' } });
  expect(screen.getByText('This session')).toBeTruthy();
  expect(
    screen.getByText(/From 192\.0\.2\.1\. Signed in Tue, Dec 1, 2026, 07:00, last used Wed/),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull();
  server.answer({ listSessions: { sessions: [mine] } });
  await user.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  await screen.findByText('The session is signed out.');
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  expect(server.callsOf('endSession')[0]?.path).toBe('/api/auth/sessions/b');
});

test('signing out everywhere asks first', async () => {
  const { user, server } = await open({ endSessions: refuse(503, 'database.unreachable', 'Not now.') });
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  await screen.findByText(/this one too/);
  expect(server.callsOf('endSessions')).toEqual([]);
  const buttons = screen.getAllByRole('button', { name: 'Sign out everywhere' });
  await user.click(buttons.at(-1) as HTMLElement);
  await screen.findByText('Not now.');
});

test('two-step sign-in is turned on with password, QR code and a first code', async () => {
  const { user, server } = await open({
    beginSecondFactor: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' },
    confirmSecondFactor: refuse(400, 'auth.wrong_code', 'This code is wrong', {
      code: ['This code is wrong'],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await screen.findByRole('dialog', { name: 'Turn on two-step sign-in' });
  await user.type(screen.getByLabelText('Current Password'), 'secret words');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const picture = await screen.findByRole('img', { name: 'QR code for an authenticator app' });
  expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^(M\d+ \d+h1v1h-1z){200,}$/);
  expect(screen.getByText('JBSWY3DPEHPK3PXP')).toBeTruthy();
  const turnOn = () => screen.getAllByRole('button', { name: 'Turn on' }).at(-1) as HTMLElement;
  await user.click(turnOn());
  await screen.findByText('Enter the code from your authenticator app');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(turnOn());
  await screen.findByText('This code is wrong');
  server.answer({ confirmSecondFactor: { recoveryCodes }, secondFactor: on });
  await user.click(turnOn());
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(codes.textContent).toBe(recoveryCodes.join(''));
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  await screen.findByText('2 of 10 recovery codes are unused.');
  expect(server.callsOf('beginSecondFactor')).toMatchObject([{ body: { currentPassword: 'secret words' } }]);
  expect(server.callsOf('confirmSecondFactor').at(-1)?.body).toEqual({ code: '123456' });
});

test('recovery codes are renewed, and two-step sign-in turned off, with password and code', async () => {
  const { user, server } = await open({
    secondFactor: on,
    renewRecoveryCodes: { recoveryCodes },
    disableSecondFactor: { message: 'Two-step sign-in is off.' },
  });
  const proof = { currentPassword: 'secret words', code: '123456' };
  async function prove(button: string) {
    await user.type(screen.getByLabelText('Current Password'), proof.currentPassword);
    await user.type(screen.getByLabelText('Code'), proof.code);
    await user.click(screen.getAllByRole('button', { name: button }).at(-1) as HTMLElement);
  }
  await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
  await prove('Make new codes');
  await user.click(await screen.findByRole('button', { name: 'I have saved them' }));
  server.answer({ secondFactor: off });
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  await prove('Turn off');
  await screen.findByText('Off');
  expect(server.callsOf('renewRecoveryCodes')[0]?.body).toEqual(proof);
  expect(server.callsOf('disableSecondFactor')[0]?.body).toEqual(proof);
});
