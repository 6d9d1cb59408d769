/** The answer of the fake to one word. */
export type FakeAnswer =
  /** As JSON, with status 200. */
  | { json: unknown }
  | { text: string; status?: number; type?: string }
  /** Never answers. */
  | 'silence'
  /** Breaks the connection. */
  | 'hang up';
