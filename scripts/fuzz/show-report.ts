import type { FuzzReport } from './fuzz.ts';

/** How much memory all requests together may leave in use, in MB. */
const mostGrowth = 10;

export function showReport(
  { failures, statuses, neverSucceeded, costliest, memory }: FuzzReport,
  run: { requests: number; seed: number; database: string },
): { text: string; isFine: boolean } {
  const { before, after } = memory;
  const growth = after.live - before.live;
  const isFlat = growth <= mostGrowth;
  const megabytes = (value: number) => `${value.toFixed(1)} MB`;
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  const costs = costliest.map(
    ({ number, name, loop, all }) =>
      `  request ${number} (${name}): loop ${loop.toFixed(0)} ms, all ${all} ms`,
  );
  const lines = [
    '',
    `${run.requests} requests, seed ${run.seed}, ${run.database}`,
    `Answers       ${counts.join(', ')}`,
    `Never 2xx     ${neverSucceeded.join(', ') || 'none'}`,
    `Memory        ${megabytes(before.live)} → ${megabytes(after.live)} live, ${megabytes(before.resident)} → ${megabytes(after.resident)} resident${isFlat ? '' : '  NOT FLAT'}`,
    'Costliest, in processor time',
    ...costs,
    `Failures      ${failures.length}`,
  ];
  return { text: lines.join('\n'), isFine: failures.length === 0 && isFlat };
}
