import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const program = join(import.meta.dirname, '../../packages/cli/bin/wordrise.js');

/** Postfix runs no command as root, so all of Wordrise runs as this user. */
export const user = 'nobody';

/** An installation of the built product in a separate folder, with its settings in `.env`. */
export class Installation {
  readonly folder: string;
  readonly #owner: { uid: number; gid: number };
  #server: ChildProcess | undefined;

  constructor(folder: string) {
    const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
    this.folder = folder;
    this.#owner = { uid: id('-u'), gid: id('-g') };
    mkdirSync(folder);
    chownSync(folder, this.#owner.uid, this.#owner.gid);
  }

  configure(settings: Record<string, string>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(this.folder, '.env'), lines.join(''));
  }

  /** Runs a command and prints it with its output, as in a terminal. */
  async run(...args: string[]): Promise<string> {
    const shown = args.map((arg) => (/[^\w./@=:-]/.test(arg) ? `"${arg}"` : arg)).join(' ');
    console.log(`$ wordrise ${shown}`);
    const output = await this.quietly(...args);
    process.stdout.write(output);
    return output;
  }

  quietly(...args: string[]): Promise<string> {
    const options = { cwd: this.folder, env: this.#env(), ...this.#owner };
    return new Promise((resolve, reject) => {
      execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
        if (error) reject(new Error(`wordrise ${args.join(' ')} failed: ${stderr}${stdout}`));
        else resolve(stdout);
      });
    });
  }

  async serve(): Promise<void> {
    const options = { cwd: this.folder, env: this.#env(), ...this.#owner };
    this.#server = spawn(process.execPath, [program, 'serve', '--json'], {
      ...options,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (this.#server.stdout) await once(this.#server.stdout, 'data');
    this.#server.stdout?.resume();
  }

  async stop(): Promise<void> {
    if (!this.#server || this.#server.exitCode !== null) return;
    const ended = once(this.#server, 'exit');
    this.#server.kill();
    await ended;
  }

  #env() {
    return { PATH: process.env.PATH, NO_COLOR: '1' };
  }
}
