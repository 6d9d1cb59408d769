import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const program = `
  const { createLog } = await import(${JSON.stringify(new URL('./request-log.ts', import.meta.url).href)});
  const log = createLog('info');
  for (let n = 0; n < 2000; n += 1) log.info({ n }, 'request');
`;

test.each([
  { end: '', status: 0 },
  { end: 'process.exit(3);', status: 3 },
  { end: 'setTimeout(() => { throw new Error("nobody catches this"); });', status: 1 },
  {
    end: 'process.once("SIGTERM", () => process.exit(0)); process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000);',
    status: 0,
  },
])('no line is lost when the process ends ($end)', ({ end, status }) => {
  const { stdout, ...result } = spawnSync(
    process.execPath,
    ['--conditions=source', '--input-type=module', '--eval', program + end],
    { encoding: 'utf8' },
  );
  expect(result.status).toBe(status);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 2000 }, (_, n) => n));
});
