/** `1,200` */
export function figure(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 reader`, `1,200 readers` */
export function counted(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${figure(count)} ${one}s`;
}

/** `Showing 51 to 100 of 1,200 words`; without a total, they are still being counted. */
export function showing(
  what: string,
  {
    page,
    pageSize,
    count,
    total,
  }: { page: number; pageSize: number; count: number; total: number | undefined },
): string {
  const before = (page - 1) * pageSize;
  const shown = `Showing ${figure(before + 1)} to ${figure(before + count)}`;
  return total === undefined ? `${shown}. Counting all ${what}...` : `${shown} of ${figure(total)} ${what}`;
}
