import { DomainError } from '../errors.ts';
import { variables } from './variables.ts';

/** Reads single variables and gathers what is wrong with them. */
export class Settings {
  readonly #env: Record<string, string | undefined>;
  readonly #problems = new Map<string, string>();

  constructor(env: Record<string, string | undefined>) {
    this.#env = env;
  }

  /** `undefined` where the variable is unset or empty. */
  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined;
  }

  needed(name: string, why: string): string {
    const value = this.text(name);
    if (value === undefined) this.wrong(name, `is missing, ${why}`);
    return value ?? '';
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = allowed.find((item) => item === value.toLowerCase());
    if (found === undefined) this.wrong(name, `must be one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  integer(name: string, min: number, max: number, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.wrong(name, `must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  score(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (number >= 0 && number <= 1) return number;
    this.wrong(name, 'must be a number from 0 to 1');
    return fallback;
  }

  /** Without a slash at the end. */
  url(name: string, fallback: string): string {
    const value = this.text(name) ?? fallback;
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
      this.wrong(name, 'must be an address that starts with https:// or http://');
      return fallback;
    }
    return value.replace(/\/+$/, '');
  }

  missing(name: string): void {
    this.wrong(name, 'is missing');
  }

  wrong(name: string, problem: string): void {
    if (!this.#problems.has(name)) this.#problems.set(name, problem);
  }

  report(): void {
    if (this.#problems.size === 0) return;
    const lines = [...this.#problems].map(([name, problem]) => {
      const info = variables.find((variable) => variable.name === name);
      return `  ${name} ${problem}.\n    ${sentence(info?.purpose ?? '')} Get it ${info?.where}.`;
    });
    const count = this.#problems.size;
    throw new DomainError(
      'config.invalid',
      `${count === 1 ? 'One setting needs' : `${count} settings need`} attention:\n\n${lines.join('\n')}\n\nSet them in the environment or in a .env file, or run: wordrise setup`,
      { fields: Object.fromEntries([...this.#problems].map(([name, problem]) => [name, [problem]])) },
    );
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
