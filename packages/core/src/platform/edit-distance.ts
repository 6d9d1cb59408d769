/** The fewest letters to add, remove, replace or swap with their neighbor to get from one word to the other. */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
