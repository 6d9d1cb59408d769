/** The value, which must be defined for the test to continue. */
export function defined<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('There is no such value.');
  return value;
}
