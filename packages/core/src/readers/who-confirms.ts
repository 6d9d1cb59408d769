/**
 * Which signups wait for a click in an email: all, only those of readers who had left, or none. If we keep the list,
 * people who had left it come back only with their own link.
 */
export function whoConfirms(config: {
  confirmSignups: boolean;
  ownsList: boolean;
}): 'all' | 'returning' | 'none' {
  if (config.confirmSignups) return 'all';
  return config.ownsList ? 'returning' : 'none';
}
