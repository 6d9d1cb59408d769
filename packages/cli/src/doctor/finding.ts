/** The result of one check; if it is not ok, `detail` says what to do. */
export interface Finding {
  name: string;
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}
