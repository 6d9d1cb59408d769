import type { Output } from '../command-line/output.ts';

/** Shows a spinner on a terminal while something takes a while. */
export async function withSpinner<T>(
  { showsProgress }: Output,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!showsProgress) return work();
  const { default: ora } = await import('ora');
  // Keys typed while it spins are for the next question.
  const spinner = ora({ text, stream: process.stderr, discardStdin: false }).start();
  try {
    return await work();
  } finally {
    spinner.stop();
  }
}
