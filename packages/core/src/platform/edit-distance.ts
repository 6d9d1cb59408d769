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

/** What was probably meant: the first of those with the fewest edits, if `most` are enough. */
export function closestTo<Meant>(
  typed: string,
  candidates: Iterable<Meant>,
  { most, spelling }: { most: number; spelling: (candidate: Meant) => string },
): Meant | undefined {
  let closest: Meant | undefined;
  let fewest = most + 1;
  for (const candidate of candidates) {
    const spelled = spelling(candidate);
    if (Math.abs(spelled.length - typed.length) >= fewest) continue;
    const edits = editDistance(typed, spelled);
    if (edits < fewest) [closest, fewest] = [candidate, edits];
  }
  return closest;
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
