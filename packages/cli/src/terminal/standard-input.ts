import { UsageError } from '../command-line/usage-error.ts';

/** A password on one line, so that it stands neither in the shell's history nor in the list of processes. */
export async function readPassword(): Promise<string> {
  const [line = ''] = (await readStandardInput()).split(/\r?\n/);
  if (line === '') throw new UsageError('Standard input holds no password.', 'echo the password into it.');
  return line;
}

export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
