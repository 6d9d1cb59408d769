/** The icons that the server-rendered pages draw too, without React. */
export const iconPaths = {
  close: 'm5 5 10 10M15 5 5 15',
  check: 'm4 10.5 4 4 8-9',
  clock: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0zM10 6v4.25l2.75 1.5',
  warning: 'M10 3.5 17.25 16.5H2.75zM10 8.25v3.5M10 14.2h.01',
} as const;
