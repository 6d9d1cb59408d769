import {
  checkSettings,
  type DomainError,
  isDomainError,
  misspelledSettings,
  readEnvironment,
  type VariableInfo,
  variables,
} from '@wordrise/core';
import { sentenceCase } from '@wordrise/core/contract';
import { type Cli, misspelledNotes } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { oneLine, wrapText } from '../command-line/text.ts';

interface Setting {
  name: string;
  set: boolean;
  from: 'environment' | '.env' | null;
  /** `null` for secrets, and if it is not set. */
  value: string | null;
  default: string | null;
  secret: boolean;
  purpose: string;
}

export async function showConfig(cli: Cli, name: string | undefined): Promise<void> {
  const found = variables.filter((variable) => name === undefined || variable.name === name.toUpperCase());
  if (found.length === 0) throw new UsageError(`There is no setting ${name}.`, 'See: wordrise config');
  const environment = readEnvironment();
  const settings = found.map((variable) => describe(variable, environment));
  const problem = problemWith(environment);
  const misspelled = misspelledSettings();
  cli.out.answer({ settings, valid: problem === undefined, misspelled }, () => show(cli, settings));
  if (!cli.out.json) for (const note of await misspelledNotes()) cli.out.warn(note);
  if (problem) throw problem;
}

function describe(
  { name, secret, purpose, fallback }: VariableInfo,
  environment: NodeJS.ProcessEnv,
): Setting {
  const value = environment[name]?.trim() || undefined;
  const fromEnvironment = process.env[name] !== undefined;
  return {
    name,
    set: value !== undefined,
    from: value === undefined ? null : fromEnvironment ? 'environment' : '.env',
    value: secret ? null : (value ?? null),
    default: fallback ?? null,
    secret,
    purpose,
  };
}

function show({ out }: Cli, settings: Setting[]): string {
  const { paint, width } = out;
  if (width === undefined) {
    return settings
      .map(({ name, ...setting }) => [name, shownValue(setting), setting.purpose].join('\t'))
      .join('\n');
  }
  const indent = '    ';
  return settings
    .map((setting) => {
      const { name, set, from, purpose } = setting;
      const title = set ? `${paint.green('●')} ${paint.bold(name)}` : `${paint.dim('○')} ${name}`;
      const where = from === '.env' ? paint.dim(' (.env)') : from ? paint.dim(' (environment)') : '';
      const why = wrapText(sentenceCase(purpose), Math.min(width, 100), indent);
      return `${title}  ${shownValue(setting)}${where}\n${indent}${paint.dim(why)}`;
    })
    .join('\n');
}

function shownValue({ set, secret, value, default: fallback }: Omit<Setting, 'name'>): string {
  if (set) return secret ? 'set, not shown' : oneLine(value ?? '');
  return fallback === null ? 'not set' : `${fallback} (default)`;
}

function problemWith(environment: NodeJS.ProcessEnv): DomainError | undefined {
  try {
    checkSettings(environment);
    return undefined;
  } catch (error) {
    if (isDomainError(error)) return error;
    throw error;
  }
}
