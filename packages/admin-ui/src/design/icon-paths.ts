/** The icons that the server-rendered pages draw too, without React. */
export const iconPaths = {
  close: 'm5 5 10 10M15 5 5 15',
  check: 'm4 10.5 4 4 8-9',
  clock: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0zM10 6v4.25l2.75 1.5',
  warning: 'M10 3.5 17.25 16.5H2.75zM10 8.25v3.5M10 14.2h.01',
  sound: 'M3.5 8v4H6l3.75 3V5L6 8zM12.75 7.5a3.6 3.6 0 0 1 0 5M15 5.25a6.7 6.7 0 0 1 0 9.5',
} as const;
