import { setupDefaults, type VariableInfo, variables } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { askChoice } from '../terminal/questions.ts';
import { type Asker, type AskerOptions, createAsker } from './asker.ts';
import type { Settings } from './settings.ts';
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
  } else {
    const { DATABASE_URL: usual = '' } = setupDefaults({ DATA_DIR: settings.DATA_DIR });
    settings.DATABASE_URL = known && !isPostgres ? known : usual;
  }
}

/** Asks which service to use, and then for its credentials, which are tested at once. */
async function askService(asker: Asker, choice: VariableInfo): Promise<void> {
  const chosen = await asker.choose(choice);
  const isOf = ([name, value]: readonly string[] = []) => name === choice.name && value === chosen;
  const credentials = variables.filter(({ setup, with: of }) => setup && !setup.optionalWith && isOf(of));
  if (credentials.length > 0) await askCredentials(asker, choice, { chosen, credentials });
  const leftOut = new Set<string>();
  for (const variable of variables) {
    if (!isOf(variable.setup?.optionalWith)) continue;
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
      for (const credential of credentials) await asker.ask(credential);
    },
    () => tryService(asker.settings, choice.name),
  );
}
