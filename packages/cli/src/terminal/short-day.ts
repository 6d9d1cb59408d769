/** "Mon, Dec 7, 2026" of `YYYY-MM-DD`. */
export function shortDay(day: string): string {
  const options = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;
  return new Date(`${day}T12:00Z`).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });
}
