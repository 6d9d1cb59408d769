import type { Cli } from '../command-line/cli.ts';
import { findEmailId } from './find-email-id.ts';
import { describeEmail } from './show-email.ts';

export function pauseDelivery(cli: Cli, _options: object, typed: string): Promise<void> {
  return change(cli, typed, 'pause');
}

export function resumeDelivery(cli: Cli, { unknown }: { unknown?: boolean }, typed: string): Promise<void> {
  return change(cli, typed, unknown ? 'again' : 'resume');
}

export function stopDelivery(cli: Cli, _options: object, typed: string): Promise<void> {
  return change(cli, typed, 'stop');
}

async function change(cli: Cli, typed: string, action: 'pause' | 'resume' | 'stop' | 'again'): Promise<void> {
  const wordrise = await cli.open();
  const { schedule, config } = wordrise;
  const id = await findEmailId(wordrise, typed);
  const email = cli.dryRun ? await schedule.delivery(id) : await schedule.changeDelivery(id, action);
  cli.out.confirm({ dryRun: cli.dryRun, action, email }, () => describeEmail(email, config.timezone));
}
