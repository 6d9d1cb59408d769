/** For tests that are not about the activity log. */
export const noAudit = { record: async () => {} };
