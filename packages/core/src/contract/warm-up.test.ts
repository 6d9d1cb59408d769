import { describe, expect, test } from 'vitest';
import { readWarmUp, warmUpSchedules } from './warm-up.ts';

const amountsOf = (text: string) => {
  const read = readWarmUp(text);
  return 'amounts' in read ? read.amounts : [];
};

describe('a schedule', () => {
  test.each([
    ['50', [50]],
    ['50, 100,200 , 400', [50, 100, 200, 400]],
    ['50, 50, 100', [50, 50, 100]],
    ['100 x2 to 1000', [100, 200, 400, 800, 1000]],
    ['50, 100 x1.5 to 300', [50, 100, 150, 225, 300]],
    ['100 X 2 to 400', [100, 200, 400]],
  ])('can be written as %s', (text, amounts) => {
    expect(readWarmUp(text)).toEqual({ amounts });
  });

  test('has the published figures behind its names', () => {
    const usual = amountsOf('usual');
    // 200 × (200,000 ÷ 200) ^ (day ÷ 41), over 42 days.
    const published = Array.from({ length: 42 }, (_, nth) => Math.round(200 * 1000 ** (nth / 41)));
    expect(usual).toHaveLength(42);
    for (const [nth, amount] of usual.entries())
      expect(Math.abs(amount / (published[nth] ?? 0) - 1), `day ${nth + 1}`).toBeLessThan(0.005);
    expect(amountsOf('FAST').slice(0, 5)).toEqual([480, 672, 941, 1317, 1844]);
    expect(amountsOf('slow').slice(0, 6)).toEqual([100, 200, 400, 800, 960, 1152]);
    for (const name of Object.keys(warmUpSchedules)) expect(amountsOf(name).length).toBeGreaterThan(20);
  });

  test.each([
    [
      'soon',
      'must be off, slow, usual, fast, or the emails of each day, such as 50, 100, 200, 400 or 50 x1.5 to 10000',
    ],
    ['50, , 100', 'must be off'],
    ['50; 100', 'must be off'],
    ['50.5', 'must be off'],
    ['0, 50', 'must have amounts from 1 to 100000000, without a comma in them'],
    ['1,000, 2,000', 'must have amounts from 1'],
    ['100, 50', 'must not have fewer emails on one day than on the day before'],
    ['100 x1 to 1000', 'must grow by a factor above 1 and up to 10'],
    ['100 x11 to 1000', 'must grow by a factor'],
    ['100 x1..5 to 1000', 'must grow by a factor'],
    ['100 x2 to 100', 'must grow to more than it starts with'],
    ['1 x1.001 to 1000', 'must end within 365 days'],
    ['x2 to 100', 'must be off'],
    ['constructor', 'must be off'],
  ])('cannot be %s', (text, problem) => {
    expect(readWarmUp(text)).toEqual({ problem: expect.stringContaining(problem) });
  });
});
