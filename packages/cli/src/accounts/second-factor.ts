import type { Cli } from '../command-line/cli.ts';

export async function showStatus(cli: Cli): Promise<void> {
  const { accounts } = await cli.open();
  const { username, ...secondFactor } = await accounts.secondFactor.stateOfAdmin();
  const { length: sessions } = await accounts.listSessions();
  cli.out.answer({ username, secondFactor, sessions }, () => {
    const { isOn, since, recoveryCodesLeft } = secondFactor;
    const state = isOn
      ? `on since ${since?.slice(0, 10)}, ${recoveryCodesLeft} recovery codes left`
      : 'off; turn it on in the admin area, on the page Account';
    return [`Username       ${username}`, `Second factor  ${state}`, `Sessions       ${sessions}`].join('\n');
  });
}

export async function disableSecondFactor(cli: Cli): Promise<void> {
  const { accounts } = await cli.open();
  const { username, isOn } = await accounts.secondFactor.stateOfAdmin();
  const { dryRun } = cli;
  if (isOn && !dryRun) await accounts.secondFactor.switchOff();
  cli.out.confirm({ dryRun, username, wasOn: isOn }, () => {
    if (!isOn) return 'The second factor was off already.';
    return dryRun ? 'The second factor would be off.' : `“${username}” signs in with the password alone.`;
  });
}
