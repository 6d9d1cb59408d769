/** The result of one check; unless it is ok, `detail` says what to do. */
export interface Finding {
  name: string;
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}
