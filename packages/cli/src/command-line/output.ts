import { Chalk, type ChalkInstance, supportsColor, supportsColorStderr } from 'chalk';
import { exitWhenClosed } from './exit.ts';
import { fitLines, textWidth } from './text.ts';

export interface Output {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Columns of the terminal that results go to; `undefined` if it is not a terminal. */
  readonly width: number | undefined;
  /** Colors for standard output and for standard error. */
  readonly paint: ChalkInstance;
  readonly paintError: ChalkInstance;
  /** Whether progress can be drawn. */
  readonly showsProgress: boolean;
  /** The result: text for people, nothing if it is empty; with `--json` the value. */
  answer(value: unknown, text: () => string): void;
  /** Like `answer`, for what a program may read, such as a template or a script: its lines are never wrapped. */
  content(value: unknown, text: () => string): void;
  /** Confirms that something was done: like `answer`, but nothing with `--quiet`. */
  confirm(value: unknown, text: () => string): void;
  /** One of many results, printed as soon as it is known: with `--json` one line each. */
  line(value: unknown, text: () => string | undefined): void;
  /** A hint, on standard error; not with `--quiet` or `--json`. */
  note(text: string): void;
  /** A warning, on standard error; the command continues. */
  warn(text: string): void;
}

export function createOutput({ json = false, quiet = false }: { json?: boolean; quiet?: boolean }): Output {
  const { stdout, stderr } = process;
  if (stderr.listenerCount('error') === 0) exitWhenClosed(stderr);
  const print = (text: string) => stdout.write(`${text}\n`);
  const paintError = new Chalk({ level: levelOf(supportsColorStderr) });
  const output: Output = {
    json,
    quiet,
    width: stdout.isTTY ? textWidth(stdout) : undefined,
    paint: new Chalk({ level: levelOf(supportsColor) }),
    paintError,
    // A terminal of 0 columns has no size yet. Nothing can be drawn there: the spinner would erase endless lines.
    showsProgress: stderr.isTTY === true && stderr.columns !== 0 && !quiet,
    answer(value, text) {
      output.content(value, () => fitLines(text(), stdout));
    },
    content(value, text) {
      const shown = json ? JSON.stringify(value, null, 2) : text();
      if (shown !== '') print(shown);
    },
    confirm(value, text) {
      if (json || !quiet) output.answer(value, text);
    },
    line(value, text) {
      const shown = json ? JSON.stringify(value) : text();
      if (shown !== undefined) print(json ? shown : fitLines(shown, stdout));
    },
    note(text) {
      if (!quiet && !json) stderr.write(`${paintError.dim(fitLines(text, stderr))}\n`);
    },
    warn(text) {
      stderr.write(`${paintError.yellow(fitLines(text, stderr))}\n`);
    },
  };
  return output;
}

/** Chalk handles the terminal and FORCE_COLOR, but leaves NO_COLOR (no-color.org) to us. */
function levelOf(support: typeof supportsColor): 0 | 1 | 2 | 3 {
  if (process.env.NO_COLOR || !support) return 0;
  return support.level as 0 | 1 | 2 | 3;
}
