import { settingProblem, setupDefaults, type VariableInfo, variables } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import type { Finding } from '../doctor/finding.ts';
import { showFindings } from '../doctor/show-findings.ts';
import { askChoice, askSecret, askText } from '../terminal/questions.ts';
import { withSpinner } from '../terminal/spinner.ts';
import type { Settings } from './settings.ts';

export interface AskerOptions {
  /** Already answered by flags and files; not asked. */
  given: Settings;
  /** From `.env`; offered as defaults. */
  before: Settings;
  /** Whether to test the answers. */
  checks: boolean;
}

export type Asker = ReturnType<typeof createAsker>;

/** Asks for settings one by one. */
export function createAsker({ out }: Cli, { given, before, checks }: AskerOptions) {
  const settings: Settings = { ...given };
  /** Names asked for, or that would have been without a flag. */
  let asked: string[] = [];

  function isGiven(name: string): boolean {
    asked.push(name);
    return given[name] !== undefined;
  }

  /** @param example Offered instead of the known value. */
  async function ask(variable: VariableInfo, example?: string): Promise<void> {
    const { name, setup } = variable;
    if (isGiven(name)) return;
    const message = setup?.question ?? name;
    const kept = settings[name] ?? before[name];
    const isNeeded = variables.some((other) => settings[other.name] && other.needs?.includes(name));
    const isOptional = setup?.optionalWith !== undefined && !isNeeded;
    const check = (value: string) => problemWith(name, value || (kept ?? ''), isOptional);
    if (isHidden(variable)) {
      const typed = await askSecret(kept ? `${message} (Enter keeps the current one)` : message, { check });
      settings[name] = typed || (kept ?? '');
    } else {
      const shown = example ?? kept ?? setupDefaults({ ...before, ...settings })[name];
      settings[name] = await askText(message, { check, ...(shown ? { default: shown } : {}) });
    }
    // An optional setting that was left empty.
    if (!settings[name]) delete settings[name];
  }

  return {
    settings,
    isGiven,
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
          { value: 'again', name: 'Type it again' },
          { value: 'keep', name: 'Keep it and fix it later' },
        ]);
        if (next === 'keep') return;
        // The value of the flag was wrong, so now it is asked like the others.
        for (const name of asked) delete given[name];
      }
    },
  };
}

function isHidden({ name, secret }: VariableInfo): boolean {
  // The address of the database must be visible while it is typed.
  return secret && name !== 'DATABASE_URL';
}

function problemWith(name: VariableInfo['name'], value: string, isOptional: boolean): true | string {
  if (value.trim() === '') return isOptional || 'Please type an answer';
  const problem = settingProblem(name, value.trim());
  return problem === undefined || `This ${problem}`;
}
