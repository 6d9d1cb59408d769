import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { usualZone } from './types.ts';

test.each([
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['asia/calcutta', 'Asia/Kolkata'],
  ['Mars/Olympus', undefined],
  ['', undefined],
])('the usual spelling of %j is %j', (zone, usual) => {
  expect(usualZone(zone)).toBe(usual);
});

// Only a new process takes its time zone from the environment.
test('the time zone of the machine is the one that Intl reports', () => {
  const program = `
    import { machineZone } from ${JSON.stringify(import.meta.resolve('./types.ts'))};
    const zones = [undefined, 'Asia/Tokyo', 'UTC', 'Etc/UTC', '', 'EST5EDT', 'Nowhere/Land'];
    for (const zone of zones) {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
      console.log(machineZone() === Intl.DateTimeFormat().resolvedOptions().timeZone);
    }`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(said.trim().split('\n')).toEqual(Array(7).fill('true'));
});
