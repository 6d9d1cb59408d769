import { settingProblem, setupDefaults, type VariableInfo, variables } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { withSpinner } from '../command-line/progress.ts';
import { askChoice, askSecret, askText } from '../command-line/questions.ts';
import { type Finding, showFindings } from '../doctor/finding.ts';
import type { Settings } from './given-settings.ts';
import { tryDatabase, tryService } from './try-out.ts';

/** Asks for every setting of a usual installation that was not given, section by section. */
export async function askSettings(cli: Cli, options: AskerOptions): Promise<Settings> {
  const asker = createAsker(cli, options);
  const questions = variables.filter(({ setup, with: choice }) => setup && !choice && !setup.optionalWith);
  for (const [section, asked] of Map.groupBy(questions, (variable) => variable.section)) {
    asker.heading(section);
    for (const variable of asked) await askOne(asker, variable, options.before);
  }
  return asker.settings;
}

async function askOne(asker: Asker, variable: VariableInfo, before: Settings): Promise<void> {
  if (variable.setup?.choices) return askService(asker, variable);
  if (variable.name !== 'DATABASE_URL') return asker.ask(variable);
  await asker.until(
    () => askDatabase(asker, variable, before),
    async () => [await tryDatabase(asker.settings)],
  );
}

async function askDatabase(asker: Asker, variable: VariableInfo, before: Settings): Promise<void> {
  const { settings } = asker;
  if (asker.isGiven('DATABASE_URL')) return;
  const known = settings.DATABASE_URL ?? before.DATABASE_URL;
  const isPostgres = /^postgres/.test(known ?? '');
  const kind = await askChoice(
    'Database',
    [
      { value: 'sqlite', name: 'SQLite: a file in the data folder, right for most' },
      { value: 'postgresql', name: 'PostgreSQL: your own database server' },
    ],
    { default: isPostgres ? 'postgresql' : 'sqlite' },
  );
  if (kind === 'postgresql') {
    await asker.ask(variable, isPostgres ? undefined : 'postgres://wordrise@localhost:5432/wordrise');
  } else if (isPostgres) {
    // The one that is left out in .env would still count. With every setting that production requires:
    const { DATABASE_URL: usual = '' } = setupDefaults({ ...settings, NODE_ENV: 'production' });
    settings.DATABASE_URL = usual;
  }
}

/** Asks which service to use, and then for its credentials, which are tested at once. */
async function askService(asker: Asker, choice: VariableInfo): Promise<void> {
  const chosen = await asker.choose(choice);
  const isOf = ([name, value]: readonly string[] = []) => name === choice.name && value === chosen;
  const credentials = variables.filter(({ setup, with: of }) => setup && !setup.optionalWith && isOf(of));
  if (credentials.length > 0) await askCredentials(asker, choice, { chosen, credentials });
  await askEach(
    asker,
    variables.filter(({ setup }) => isOf(setup?.optionalWith)),
  );
}

async function askEach(asker: Asker, asked: readonly VariableInfo[]): Promise<void> {
  const leftOut = new Set<string>();
  for (const variable of asked.filter(asker.isNeeded)) {
    // Without the settings it needs, this one is useless.
    if (!variable.needs?.some((name) => leftOut.has(name))) await asker.ask(variable);
    if (!asker.settings[variable.name]) leftOut.add(variable.name);
  }
}

async function askCredentials(
  asker: Asker,
  choice: VariableInfo,
  { chosen, credentials }: { chosen: string; credentials: readonly VariableInfo[] },
): Promise<void> {
  const { heading, hint } = choice.setup?.choices?.[chosen] ?? {};
  if (heading) asker.heading(heading, hint);
  await asker.until(
    async () => {
      await askEach(asker, credentials);
    },
    () => tryService(asker.settings, choice.name),
  );
}

interface AskerOptions {
  /** Already answered by flags and files; not asked. */
  given: Settings;
  /** Those that are in files of their own; never asked. */
  inFiles: Settings;
  /** From `.env`; offered as defaults. */
  before: Settings;
  /** Whether to test the answers. */
  checks: boolean;
}

type Asker = ReturnType<typeof createAsker>;

/** Asks for settings one by one. */
function createAsker({ out }: Cli, { given, inFiles, before, checks }: AskerOptions) {
  const settings: Settings = { ...given };
  /** Names asked for, or that would have been without a flag. */
  let asked: string[] = [];

  function isGiven(name: string): boolean {
    asked.push(name);
    return given[name] !== undefined;
  }

  /** Of two ways to say the same, the one in use is asked for: the address of the mail server, or its parts. */
  function isNeeded({ name, unless }: VariableInfo): boolean {
    const isKnown = (other: string) => (settings[other] ?? before[other]) !== undefined;
    if (unless !== undefined) return !isKnown(unless);
    return isKnown(name) || !variables.some((other) => other.unless === name);
  }

  /** @param example Offered instead of the known value. */
  async function ask(variable: VariableInfo, example?: string): Promise<void> {
    const { name, setup } = variable;
    if (isGiven(name)) return;
    const message = setup?.question ?? name;
    const kept = settings[name] ?? before[name];
    const goesWithAnother = variables.some((other) => settings[other.name] && other.needs?.includes(name));
    const isOptional = (setup?.optionalWith !== undefined || variable.optional === true) && !goesWithAnother;
    const check = (value: string) => problemWith(name, value || (kept ?? ''), isOptional);
    if (isHidden(variable)) {
      const typed = await askSecret(kept ? `${message} (Enter keeps the current one)` : message, { check });
      settings[name] = typed || (kept ?? '');
    } else {
      const shown = example ?? kept ?? setupDefaults({ ...before, ...settings })[name];
      const typed = await askText(message, {
        check: (value) => check(asMeant(value, shown)),
        ...(shown ? { default: masked(shown) } : {}),
      });
      settings[name] = asMeant(typed, shown);
    }
    // An optional setting that was left empty.
    if (!settings[name]) delete settings[name];
  }

  return {
    settings,
    isGiven,
    isNeeded,
    ask,

    heading(text: string, hint?: string): void {
      process.stdout.write(`\n${out.paint.bold(text)}\n${hint ? `${out.paint.dim(hint)}\n` : ''}`);
    },

    /** Asks for one of a setting's choices, and returns it. */
    async choose({ name, setup }: VariableInfo): Promise<string> {
      const choices = Object.entries(setup?.choices ?? {}).map(([value, { label }]) => ({
        value,
        name: label,
      }));
      const usual = setupDefaults({ ...before, ...settings })[name];
      const kept = choices.find(({ value }) => value === (before[name] ?? usual))?.value;
      const chosen = isGiven(name)
        ? given[name]
        : await askChoice(setup?.question ?? name, choices, kept ? { default: kept } : {});
      settings[name] = chosen ?? '';
      return settings[name].toLowerCase();
    },

    /** Asks and tests the answers until they work or are kept anyway. */
    async until(askAll: () => Promise<void>, test: () => Promise<Finding[]>): Promise<void> {
      for (;;) {
        asked = [];
        await askAll();
        if (!checks) return;
        const findings = await withSpinner(out, 'Checking', test);
        process.stdout.write(`${showFindings(out, findings)}\n`);
        if (findings.every(({ status }) => status !== 'failed')) return;
        const next = await askChoice('What now?', [
          { value: 'again', name: 'Try again' },
          { value: 'keep', name: 'Save anyway' },
        ]);
        if (next === 'keep') return;
        // The value of the flag was wrong, so now it is asked like the others.
        for (const name of asked) if (!(name in inFiles)) delete given[name];
      }
    },
  };
}

function isHidden({ name, secret }: VariableInfo): boolean {
  // The address of the database must be visible while it is typed; the password in the known one is not.
  return secret && name !== 'DATABASE_URL';
}

const mask = '•••';
const password = /(?<=^[a-z]+:\/\/[^:@/]*:).+(?=@)/i;

/** Without the password in an address. */
function masked(known: string): string {
  return known.replace(password, mask);
}

/** An answer with the known password where it is still masked. */
function asMeant(answer: string, known = ''): string {
  const [kept] = password.exec(known) ?? [];
  return kept !== undefined && password.exec(answer)?.[0] === mask
    ? answer.replace(password, () => kept)
    : answer;
}

function problemWith(name: VariableInfo['name'], value: string, isOptional: boolean): true | string {
  if (value.trim() === '') return isOptional || 'Please type an answer';
  const problem = settingProblem(name, value.trim());
  return problem === undefined || `This ${problem}`;
}
