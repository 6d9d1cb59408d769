import type { Cli } from '../command-line/cli.ts';

export async function showStats(cli: Cli): Promise<void> {
  const { schedule } = await cli.open();
  const stats = await schedule.stats();
  const width = String(stats.total).length;
  cli.out.answer(stats, () =>
    Object.entries(stats)
      .map(([name, count]) => `${name.padEnd(9)}  ${String(count).padStart(width)}`)
      .join('\n'),
  );
}
