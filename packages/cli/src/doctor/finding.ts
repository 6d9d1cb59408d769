/** What came of a look at one thing; `detail` says what to do where it is not well. */
export interface Finding {
  name: string;
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}
