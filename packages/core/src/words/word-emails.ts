/**
 * What the library needs to know about the emails with its words, as SQL: each value is a query for one column,
 * `word_id`. It is passed in because emails refer to words and not the other way around.
 */
export interface WordEmails {
  /** Words of every email, of any status. */
  all: string;
  /** Words of emails that are waiting to be sent. */
  waiting: string;
  /** When the waiting email of the current row of `words` goes out; an expression. */
  goesOut: string;
}
