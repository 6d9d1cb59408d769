import type { z } from 'zod';
import type { Environment } from './config.ts';
import { type Setting, type SettingName, table } from './table.ts';
import * as types from './types.ts';
import type { Variable } from './variable.ts';

const rows = Object.entries(table) as [SettingName, Variable][];

/** The settings without a default that an option of a choice needs, by choice. */
const credentials = Map.groupBy(
  rows.filter(([, row]) => row.default === undefined),
  ([, row]) => row.with?.[0],
);

/** Cached by name: zod takes longer to build a schema than to use it. */
const schemas = new Map<SettingName, z.ZodType>();

function parse(name: SettingName, value: string) {
  const schema = schemas.get(name) ?? table[name].schema(types);
  schemas.set(name, schema);
  return schema.safeParse(value);
}

/** What is wrong with a value for one setting, as the end of a sentence that starts with its name. */
export function settingProblem(name: SettingName, value: string): string | undefined {
  return parse(name, value).error?.issues[0]?.message;
}

/** The settings of an environment and of the database, and the rules between them. */
export class Settings {
  readonly #env: Environment;
  readonly #stored: Environment;

  /** @param stored Settings in the database. They count where the environment says nothing. */
  constructor(env: Environment, stored: Environment = {}) {
    this.#env = env;
    this.#stored = stored;
  }

  /** The value as typed; `undefined` if unset or empty. */
  typed(name: string): string | undefined {
    return this.#given(name) ?? (this.environmentFor(name) ? undefined : this.#stored[name] || undefined);
  }

  /**
   * The variable of the environment that decides a setting, so that what is stored does not count: the setting itself,
   * another that says the same, or for a choice a credential of an option.
   */
  environmentFor(name: string): string | undefined {
    if (this.#given(name) !== undefined) return name;
    const other = (table as Record<string, Variable>)[name]?.unless;
    if (other !== undefined && this.#given(other) !== undefined) return other;
    return this.#givenCredential(name)?.[0];
  }

  #given(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined;
  }

  /** What was typed, if it is valid, otherwise the default; `undefined` without one. */
  find<N extends SettingName>(name: N): Setting<N> | undefined {
    for (const value of [this.typed(name), this.default(name)]) {
      const parsed = value === undefined ? undefined : parse(name, value);
      if (parsed?.success) return parsed.data as Setting<N>;
    }
    return undefined;
  }

  /** Like `find`, for a setting that always has a value once `problems()` is empty. */
  get<N extends SettingName>(name: N): Setting<N> {
    const value = this.find(name);
    if (value === undefined) throw new Error(`${name} has no value: it was read without being checked.`);
    return value;
  }

  /** The default, as one would type it. */
  default(name: SettingName): string | undefined {
    const { default: usual }: Variable = table[name];
    const byCredential = this.#choiceByCredential(name);
    if (byCredential !== undefined) return byCredential;
    if (typeof usual !== 'function') return usual;
    return usual((other) => String(this.find(other as SettingName)));
  }

  /** Problems by setting name, in the order of the table. */
  problems(): Map<SettingName, string> {
    const problems = new Map<SettingName, string>();
    for (const [name] of rows) {
      const problem = this.#problemOf(name);
      if (problem !== undefined) problems.set(name, problem);
    }
    return problems;
  }

  #problemOf(name: SettingName): string | undefined {
    const row: Variable = table[name];
    const [choice, value] = row.with ?? [];
    if (choice !== undefined && this.find(choice as SettingName) !== value) return undefined;
    const typed = this.typed(name);
    if (typed !== undefined) return settingProblem(name, typed) ?? this.#problemBesideOthers(row);
    if (choice !== undefined && row.default === undefined) {
      if (row.optional || (row.unless !== undefined && this.typed(row.unless) !== undefined))
        return undefined;
      const orElse = row.unless === undefined ? '' : ` and ${row.unless} is not set`;
      return `is missing, needed because ${choice} is ${value}${orElse}`;
    }
    const isRequired = row.requiredInProduction && this.find('NODE_ENV') === 'production';
    return isRequired && this.#choiceByCredential(name) === undefined ? 'is missing' : undefined;
  }

  #problemBesideOthers({ needs = [], rule }: Variable): string | undefined {
    const missing = needs.filter((name) => this.typed(name) === undefined);
    if (missing.length > 0) return `needs ${missing.join(' and ')} too`;
    return rule?.((name) => this.find(name as SettingName));
  }

  /** The option that has at least one of its credentials in the environment. */
  #choiceByCredential(choice: string): string | undefined {
    return this.#givenCredential(choice)?.[1].with?.[1];
  }

  #givenCredential(choice: string) {
    return credentials.get(choice)?.find(([name]) => this.#given(name) !== undefined);
  }
}

/**
 * The defaults of everything that setup asks for and needs, as one would type them. The database is among them only in
 * production, which requires it: elsewhere it follows DATA_DIR, so that another data folder has a database of its own.
 */
export function setupDefaults(env: Environment): Record<string, string> {
  const settings = new Settings(env);
  const isProduction = settings.find('NODE_ENV') === 'production';
  return Object.fromEntries(
    rows.flatMap(([name, { setup, requiredInProduction }]) => {
      const isNeeded = setup && !setup.optionalWith && (isProduction || !requiredInProduction);
      const value = isNeeded && settings.default(name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
