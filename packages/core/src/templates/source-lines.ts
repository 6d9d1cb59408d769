/** Translates between offsets into a text and its lines, counted from 1. */
export interface SourceLines {
  lineAt(offset: number): number;
  /** The offset of a place from Handlebars' parser; columns are counted from 0. */
  offsetOf(place: { line: number; column: number }): number;
}

export function sourceLines(text: string): SourceLines {
  const starts = [0];
  for (const found of text.matchAll(/\r\n?|\n/g)) starts.push(found.index + found[0].length);
  return {
    lineAt(offset) {
      let low = 0;
      let high = starts.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle;
      }
      return low + 1;
    },
    offsetOf: ({ line, column }) => (starts[line - 1] ?? text.length) + column,
  };
}
