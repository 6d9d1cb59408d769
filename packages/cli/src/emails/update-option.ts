/** For the commands that change the text of emails. */
export const updateOption = {
  updateScheduled: { help: 'replace scheduled emails that have the old text' },
} as const;
