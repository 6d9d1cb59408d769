/** The value, for a test that goes on with it. */
export function defined<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('There is no such value.');
  return value;
}
