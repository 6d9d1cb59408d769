import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { UsageError } from '../command-line/exit.ts';

export interface EnvFile {
  path: string;
  exists: boolean;
  text: string;
  values: Record<string, string>;
}

export function readEnvFile(path: string): EnvFile {
  const exists = existsSync(path);
  const text = exists ? readFileSync(path, 'utf8') : '';
  return { path, exists, text, values: parseEnv(text) as Record<string, string> };
}

/**
 * The file's text with the changes: an existing name keeps its place, a new one goes to the end
 * under a comment, and every other line stays unchanged.
 */
export function mergeEnv(
  text: string,
  changes: ReadonlyMap<string, string>,
  comment: (name: string) => string | undefined,
): string {
  const open = new Map(changes);
  const lines: string[] = [];
  for (const entry of entriesOf(text)) {
    const value = entry.name === undefined ? undefined : changes.get(entry.name);
    if (entry.name === undefined || value === undefined) {
      lines.push(entry.text);
    } else if (open.delete(entry.name)) {
      lines.push(`${entry.name}=${quote(entry.name, value)}`);
    }
    // Other lines with that name are dropped: the last one would win.
  }
  while (lines.at(-1) === '') lines.pop();
  for (const [name, value] of open) {
    const why = comment(name);
    lines.push(
      ...(lines.length > 0 ? [''] : []),
      ...(why ? [`# ${why}`] : []),
      `${name}=${quote(name, value)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Writes all of it or nothing, readable by its owner only: it holds passwords. */
export function writeEnvFile(path: string, text: string): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const partial = `${target}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(partial, text, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** The file in pieces: assignments, which may run over several lines inside quotes, and everything else. */
function* entriesOf(text: string): Generator<{ name: string | undefined; text: string }> {
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, name, typed = ''] = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=(.*)$/s.exec(line) ?? [];
    const value = typed.trimStart();
    const mark = /^["'`]/.exec(value)?.[0];
    let whole = line;
    if (name && mark && !value.slice(1).includes(mark)) {
      const end = lines.findIndex((later, index) => index > at && later.includes(mark));
      if (end > at) {
        whole = lines.slice(at, end + 1).join('\n');
        at = end;
      }
    }
    yield { name, text: whole };
  }
}

/** Quoted so that Node reads it back unchanged, and a shell that reads the file runs nothing. */
function quote(name: string, value: string): string {
  const quoted = inQuotes(value);
  if (quoted !== undefined) return quoted;
  throw new UsageError(
    `The value of ${name} cannot be written to a .env file: it has an apostrophe as well as one of " $ \\ ! or \`.`,
    'Set it in the environment instead.',
  );
}

/** Whether a value can be written to a .env file. */
export function canQuote(value: string): boolean {
  return inQuotes(value) !== undefined;
}

function inQuotes(value: string): string | undefined {
  if (/^[\w@%+:,./=-]*$/.test(value)) return value;
  // Between double quotes a shell replaces some of these, and Node others. Back-quotes would run a command.
  const quoted = value.includes("'") ? (/["$\\!`]/.test(value) ? undefined : `"${value}"`) : `'${value}'`;
  return quoted !== undefined && parseEnv(`X=${quoted}`).X === value ? quoted : undefined;
}
