/**
 * What the library needs to know about the emails that carry its words, as SQL: each value is a query
 * for one column, `word_id`. Passed in, because emails refer to words and not the other way round.
 */
export interface WordEmails {
  /** Words of every email, of any status. */
  all: string;
  /** Words of the emails that wait to be sent. */
  waiting: string;
  /** When the email of the row of `words` at hand goes out, while one waits; an expression. */
  goesOut: string;
}
