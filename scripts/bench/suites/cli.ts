import type { Bench } from '../lib/bench.ts';
import { timeOf } from '../lib/processes.ts';
import { cli, workFolder } from '../lib/product.ts';
import { filledDatabase } from './lists.ts';

export default async function commands(bench: Bench): Promise<void> {
  const { folder, remove } = workFolder();
  try {
    const options = { cwd: folder };
    const least = (args: string[], more?: { env: Record<string, string> }) =>
      Math.min(...Array.from({ length: 15 }, () => timeOf(args, { ...options, ...more })));
    await bench.compare(
      { what: 'wordrise --help', limit: 'node -e 0', unit: 'ms', bound: { atMost: 1.6 } },
      async () => least([cli, '--help']),
      async () => least(['-e', '0']),
    );
    const file = await filledDatabase(folder, { words: 10_000, readers: 0, emails: 0 });
    const env = { DATABASE_URL: `sqlite:${file}` };
    await bench.compare(
      { what: 'wordrise words list', limit: 'node -e 0', unit: 'ms', bound: { atMost: 6 } },
      async () => least([cli, 'words', 'list'], { env }),
      async () => least(['-e', '0']),
    );
  } finally {
    remove();
  }
}
