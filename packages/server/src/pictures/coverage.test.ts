import { expect, test } from 'vitest';
import { addEdge, emptyCanvas } from './coverage.ts';

type Point = [x: number, y: number];

/** Coverage by row and pixel of one closed outline. */
function cover(points: Point[], width = 8, height = 6): number[][] {
  const canvas = emptyCanvas(width, height);
  for (const [at, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(at + 1) % points.length] as Point;
    addEdge(canvas, x, y, nextX, nextY);
  }
  let sum = 0;
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, x) => {
      sum += canvas.changes[row * width + x] ?? 0;
      return Math.abs(sum);
    }),
  );
}

const area = (rows: number[][]) => rows.flat().reduce((sum, value) => sum + value, 0);

test('a rectangle between the pixels covers each pixel in part', () => {
  const rows = cover([
    [1.5, 1.25],
    [4, 1.25],
    [4, 3],
    [1.5, 3],
  ]);
  expect(rows[0]?.every((value) => value === 0)).toBe(true);
  expect(rows[1]?.slice(0, 6)).toEqual([0, 0.375, 0.75, 0.75, 0, 0]);
  expect(rows[2]?.slice(0, 6)).toEqual([0, 0.5, 1, 1, 0, 0]);
  expect(area(rows)).toBeCloseTo(2.5 * 1.75);
});

test.each([
  {
    why: 'a flat triangle',
    points: [
      [0.3, 1.2],
      [7.6, 2.1],
      [2.2, 4.9],
    ],
    exact: 12.65,
  },
  {
    why: 'a steep one',
    points: [
      [3.1, 0.2],
      [4.4, 5.7],
      [3.9, 0.1],
    ],
    exact: 2.265,
  },
] as { why: string; points: Point[]; exact: number }[])('$why has its own area', ({ points, exact }) => {
  const rows = cover(points);
  expect(area(rows)).toBeCloseTo(exact, 4);
  for (const value of rows.flat()) expect(value).toBeLessThanOrEqual(1.0001);
});
