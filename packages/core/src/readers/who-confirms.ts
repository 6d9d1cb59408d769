/**
 * Whose signup waits for a click in an email: everybody's, only that of readers who had left, or nobody's.
 * Where the list is ours, people who had left it come back only by a link of their own.
 */
export function whoConfirms(config: {
  confirmSignups: boolean;
  ownsList: boolean;
}): 'all' | 'returning' | 'none' {
  if (config.confirmSignups) return 'all';
  return config.ownsList ? 'returning' : 'none';
}
