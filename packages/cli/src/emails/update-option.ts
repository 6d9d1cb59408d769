/** For the commands that change the text of emails. */
export const updateOption = {
  updateScheduled: { help: 'replace the emails that are scheduled with the former text' },
} as const;
