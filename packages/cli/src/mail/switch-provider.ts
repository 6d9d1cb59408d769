import {
  type Config,
  countsIfStored,
  isDomainError,
  loadConfig,
  type SwitchReport,
  showInstant,
} from '@wordrise/core';
import {
  type EmailProvider,
  emailProviderFacts,
  mailCheckTitles,
  providerInText,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { withSpinner } from '../command-line/progress.ts';
import { figure } from '../command-line/text.ts';
import { showFindings } from '../doctor/finding.ts';

export async function switchProvider(
  cli: Cli,
  provider: string,
  options: { apply?: boolean; allowMissing?: boolean },
): Promise<void> {
  const wordrise = await cli.open();
  const target = readTarget(cli, wordrise.config, provider);
  if (!target) return;
  const report = await withSpinner(cli.out, 'Comparing the lists of readers', () =>
    wordrise.switchProvider(target, { apply: false, ...options }),
  );
  const old = nameOf(wordrise.config.email.provider);
  const next = nameOf(target.email.provider);
  const names = report.from === 'smtp' ? { smtp: old, icontact: next } : { smtp: next, icontact: old };
  cli.out.answer(report, () => describe(cli, report, names, wordrise.config.timezone));
  if (report.obstacles.length > 0) cli.fail();
  cli.out.note(nextStep(report, provider, wordrise.config));
}

/** The settings with the other provider; reports missing ones and returns `undefined`. */
function readTarget(cli: Cli, { source }: Config, provider: string): Config | undefined {
  try {
    return loadConfig({ ...source?.environment, EMAIL_PROVIDER: provider }, source?.stored);
  } catch (error) {
    if (!isDomainError(error, 'config.invalid')) throw error;
    const settings = Object.entries(error.fields ?? {}).map(([name, [problem = '']]) => ({ name, problem }));
    cli.out.answer({ applied: false, settings }, () =>
      [
        `Settings that EMAIL_PROVIDER=${provider} needs:`,
        ...settings.map(({ name, problem }) => `  ${name} ${problem}`),
      ].join('\n'),
    );
    cli.out.note('Add them, leave EMAIL_PROVIDER unchanged, and run this again.');
    cli.fail();
    return undefined;
  }
}

type ProviderNames = Record<SwitchReport['from'], string>;

const nameOf = (provider: EmailProvider) => providerInText(emailProviderFacts[provider]);

function describe({ out }: Cli, report: SwitchReport, names: ProviderNames, timezone: string): string {
  const { from, to, applied, checks, obstacles, emails } = report;
  const findings = checks.map((check) => ({ ...check, name: mailCheckTitles[check.name] }));
  return [
    applied
      ? `Moved from ${names[from]} to ${names[to]}.`
      : `From ${names[from]} to ${names[to]}: nothing has changed.`,
    '',
    ...(findings.length > 0 ? [showFindings(out, findings), ''] : []),
    ...describeList(report, names.icontact),
    ...describeEmails(emails, names[from], names[to], timezone),
    ...obstacles.map((text) => `Not possible yet: ${text}`),
  ].join('\n');
}

/** A line for each number that is not 0. */
function describeList({ list }: SwitchReport, there: string): string[] {
  const lines: [number, string][] =
    list.direction === 'here'
      ? [
          [list.kept, 'on the list, and stay on it'],
          [list.keptHere, 'joined while the list was kept here, and stay on it'],
          [list.added, `on the list at ${there} and unknown here: will become readers`],
          [list.left, `unsubscribed, bounced or never confirmed at ${there}: will get no more emails`],
          [list.missing, `no longer on the list at ${there}: will get no more emails`],
          [list.keptOut, `unsubscribed at ${there} or removed here: get nothing, and no import adds them`],
          [list.unusable, 'with an invalid address: left out'],
        ]
      : [
          [list.kept, 'on both lists'],
          [list.toSubscribe, `not on the list at ${there}: are subscribed there by the next passes`],
          [list.takenOff, `on the list at ${there} and not here: are taken off it`],
        ];
  return [
    'Readers',
    ...lines.filter(([count]) => count > 0).map(([count, what]) => `  ${figure(count)} ${what}`),
  ];
}

function describeEmails(
  emails: SwitchReport['emails'],
  from: string,
  to: string,
  timezone: string,
): string[] {
  if (emails.length === 0) return ['Emails', '  none pending'];
  const what = {
    waiting: `is canceled at ${from} and sent by ${to}`,
    withdrawn: `canceled at ${from}; ${to} sends it`,
    sent: `was just sent by ${from}`,
    busy: `still at ${from}`,
  };
  return [
    'Emails',
    ...emails.map(({ word, scheduledDate, outcome, isAtProvider }) => {
      const when = showInstant(new Date(scheduledDate), timezone);
      const isHere = !isAtProvider && (outcome === 'waiting' || outcome === 'withdrawn');
      const text = isHere ? `waits here; ${to} sends it` : what[outcome];
      return `  ${when}  ${word}: ${text}`;
    }),
  ];
}

function nextStep(
  { applied, obstacles, isListIncomplete }: SwitchReport,
  provider: string,
  { source }: Config,
): string {
  if (isListIncomplete)
    return 'Nothing was moved. If readers who are missing there should really leave, add --allow-missing.';
  if (!applied) return obstacles.length > 0 ? 'Nothing was moved.' : 'To do it, run this with --apply.';
  const again = obstacles.length > 0 ? 'Then run this again, and only after that: ' : 'Now: ';
  const step = countsIfStored('EMAIL_PROVIDER', source?.environment ?? {})
    ? `run wordrise config EMAIL_PROVIDER --set ${provider}, and then wordrise doctor.`
    : `set EMAIL_PROVIDER=${provider}, restart the server, and run wordrise doctor.`;
  return `${again}${step} Until then no email goes out.`;
}
